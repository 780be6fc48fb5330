import { readFileSync } from 'node:fs'

/** The release, from the package; `src` and `dist` lie equally deep. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)
