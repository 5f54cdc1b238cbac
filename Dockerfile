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
# On the container's own loopback: set it to 0.0.0.0:9464 where something outside of the container asks for metrics.
ENV WHISTLE_HTTP=127.0.0.1:9464
# Whether the process answers, and not whether the bot is ready: a new start mends no outage of Discord, and costs one of a day's
# connections.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["whistle", "health", "--live"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["whistle"]
CMD ["bot"]
