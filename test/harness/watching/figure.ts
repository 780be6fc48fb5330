import { onTestFinished } from 'vitest'

/** What a test has counted, in a few words: `npm run prove` prints it beside the promise. */
export function figure(words: string): void {
  onTestFinished(({ task }) => {
    Object.assign(task.meta, { figure: words })
  })
}
