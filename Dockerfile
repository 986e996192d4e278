# The whole site in one image: web app, API, and its embedded database. docs/operating.md, "In a container".
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# What only builds need: compilers and types.
RUN cd node_modules && rm -rf @next/swc-* esbuild @esbuild typescript @typescript @types ../.next/cache

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=build /app/package.json /app/next.config.js /app/LICENSE /app/NOTICES.md ./
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/public ./public
COPY --from=build /app/server/db/migrations ./server/db/migrations
COPY --from=build /app/demo/prepared ./demo/prepared
COPY --from=build /app/dist ./dist
COPY --from=build /app/.next ./.next
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001 3002/udp
HEALTHCHECK --interval=30s --timeout=12s --start-period=120s CMD ["node", "scripts/health.mjs"]
CMD ["node", "scripts/start.mjs", "--built"]
