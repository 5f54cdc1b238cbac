//! Steps with JSON that all parts of the playground take.

use serde_json::Value;

/// The items of an array; of anything else, none.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Adds the fields of one object to another. A field that both have becomes the added one.
pub(crate) fn add(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
