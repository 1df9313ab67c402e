# An image that judges a target: docker run --rm --init --env-file target.env IMAGE. docs/ci.md says more.
FROM node:22-slim

ENV NODE_ENV=production npm_config_update_notifier=false
WORKDIR /suite

# The packages first, so that a change of the suite alone does not install them again.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

COPY tsconfig.json playwright.config.ts ./
COPY schemas ./schemas
COPY fixtures ./fixtures
COPY reporters ./reporters
COPY tests ./tests

# The runner writes beside its configuration. Like /tmp, both folders are for any user: --user may name the one that owns a
# mounted folder.
ENV CONFORMANCE_REPORT_DIR=/report
RUN mkdir /report && chmod 1777 /report /suite
VOLUME /report
USER node

ENTRYPOINT ["npx", "playwright", "test"]
