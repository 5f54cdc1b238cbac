# The program is built in one image and runs in another that holds nothing else.
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev pkg-config && rm -rf /var/lib/apt/lists/*
WORKDIR /whistle
COPY Cargo.toml Cargo.lock ./
COPY src src
COPY benches benches
COPY migrations migrations
RUN cargo build --release --locked

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data whistle && install -d -m 700 -o whistle -g whistle /data
COPY --from=build /whistle/target/release/whistle /usr/local/bin/whistle
USER whistle
WORKDIR /data
VOLUME /data
ENV WHISTLE_DB=/data/whistle.db
STOPSIGNAL SIGTERM
ENTRYPOINT ["whistle"]
CMD ["bot"]
