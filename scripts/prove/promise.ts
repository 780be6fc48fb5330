/** What Quiver promises, the tests that try to break it, and what they do not show. */
export type Promised = {
  /** For `npm run prove -- --only R1`. */
  id: string
  /** One sentence that can be wrong. */
  promise: string
  /** The words in bold of its paragraph in README.md, if it has one. */
  readme?: string
  /** Test files. Those that run only at night are skipped by day. */
  tests: readonly string[]
  /** What no test here shows, and why: it takes a day, several machines, or is not built. */
  gap?: string
}

export type Area = { name: string; promises: readonly Promised[] }
