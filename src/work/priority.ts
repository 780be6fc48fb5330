import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * For threads of imports and mails: lets the thread that answers calls go first where threads wait for a processor. Linux
 * alone has a priority for each thread; elsewhere, and where the system refuses, the thread works as before.
 */
export function letOthersGoFirst(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A hint to the scheduler is not worth a thread.
  }
}
