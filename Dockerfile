# Two images of one version; docs/self-hosting.md says more.
#   docker build -t hausbuch .                          the app alone, for compose.yaml or a hosted Supabase project
#   docker build --target alone -t hausbuch-alone .     all of it: database, sign-in, files and app
#   npm run -s sbom > hausbuch.cdx.json                 what is in them (CycloneDX)
# Another base, as from a registry of one's own: --build-arg NODE_IMAGE=…; tests build on scripts/build-base-image.sh.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY supabase/embedded/package.json supabase/embedded/
RUN npm ci --include=dev --no-audit --no-fund --loglevel=error

# What .next/standalone holds (scripts/container-build.ts).
FROM packages AS build
COPY . .
RUN NEXT_TELEMETRY_DISABLED=1 node scripts/container-build.ts

# What `npm start` runs, built beforehand; the Node that npm brings and the compiler stay behind. Another npm than ours writes
# the lock file in its own way when it takes packages away, and what is started asks whether it was built from these files.
FROM packages AS build-alone
COPY . .
RUN NEXT_TELEMETRY_DISABLED=1 node --input-type=module -e "await (await import('/app/scripts/build.ts')).ensureBuild()" \
  && cp package-lock.json /tmp/ \
  && npm prune --omit=dev --no-audit --no-fund --loglevel=error \
  && mv /tmp/package-lock.json ./ \
  && rm -rf .next/cache node_modules/node-linux-* node_modules/@next/swc-*

FROM ${NODE_IMAGE} AS alone
# All data, the keys that the first start makes among them, lie in one folder; nothing else is written, but below /tmp.
ENV HAUSBUCH_DATA=/data HAUSBUCH_HOST=0.0.0.0 HAUSBUCH_PACKAGES=production PORT=3000 NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build-alone /app ./
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/start.mjs"]
CMD ["start"]
# Last, so that another revision of the same files is the same layers.
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Hausbuch, all of it" \
  org.opencontainers.image.description="Rentals for private landlords: app, database, sign-in and files" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.licenses="MIT"

FROM ${NODE_IMAGE}
# Without HOSTNAME the app would listen on the container's own name only.
ENV NODE_ENV=production PORT=3000 HOSTNAME=0.0.0.0 NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /app/.next/standalone ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/api/health?live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "container.mjs"]
CMD ["start"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Hausbuch" \
  org.opencontainers.image.description="Rentals for private landlords: the app, beside Supabase" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.licenses="MIT"
