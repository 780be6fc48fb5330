import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition holds; the pace is no part of what is tested. */
export async function until(
  happened: () => boolean | Promise<boolean>,
  { seconds = 150 }: { seconds?: number } = {},
): Promise<void> {
  const endsMs = Date.now() + seconds * 1000
  while (!(await happened())) {
    if (Date.now() > endsMs)
      throw new Error(`It has not happened within ${seconds} seconds: ${happened.toString()}`)
    await pause(20)
  }
}
