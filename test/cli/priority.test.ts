import { readFile, readdir } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { aWholeServer } from '../harness/core/whole-server.ts'

/** Under `nice -n 10` there is nothing to lower them to. */
const canBeLowered = process.platform === 'linux' && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL

async function nicenessOf(pid: number, thread: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')
  // After the name of the thread, which may hold spaces: state is field 3, niceness field 19 (proc(5)).
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}

test.skipIf(!canBeLowered)('imports and mails let the thread that answers calls go first', async () => {
  const { server } = await aWholeServer({}, { WORKERS: '2' })
  const { pid } = server
  const own = await nicenessOf(pid, String(pid))
  const lowered = async () => {
    const threads = await readdir(`/proc/${pid}/task`)
    const all = await Promise.all(threads.map((thread) => nicenessOf(pid, thread)))
    return all.filter((niceness) => niceness > own).length
  }
  await expect.poll(lowered).toBe(3)
})
