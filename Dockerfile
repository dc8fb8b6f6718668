# Holds what .next/standalone holds (scripts/container-build.ts), on a plain Node; docs/self-hosting.md says more.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY supabase/embedded/package.json supabase/embedded/
RUN npm ci --include=dev --no-audit --no-fund --loglevel=error
COPY . .
RUN NEXT_TELEMETRY_DISABLED=1 node scripts/container-build.ts

FROM node:24-bookworm-slim
# Without HOSTNAME the app would listen on the container's own name only.
ENV NODE_ENV=production PORT=3000 HOSTNAME=0.0.0.0 NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /build/.next/standalone ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/api/health?live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "container.mjs"]
CMD ["start"]
