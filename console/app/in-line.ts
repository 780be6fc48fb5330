const lines = new Map<string, Promise<unknown>>()

/** Runs the jobs of one line one after the other, whichever page they are of. A job that fails does not stop the next. */
export function inLine<Answer>(line: string, job: () => Promise<Answer>): Promise<Answer> {
  const turn = (lines.get(line) ?? Promise.resolve()).then(job)
  lines.set(
    line,
    turn.catch(() => null),
  )
  return turn
}
