import { copyFile, open, rename, stat, truncate, type FileHandle } from 'node:fs/promises'

const sizeMax = 8 * 2 ** 20
const checkMs = 60_000

/** The server writes to the file itself: a pipe to a killed process would end it in the middle of its clean-up. */
export type LogFile = {
  open: () => Promise<FileHandle>
  tail: () => Promise<string>
  bound: () => Promise<void>
  stop: () => void
}

export async function openLogFile(file: string): Promise<LogFile> {
  let start = 0
  if ((await sizeOf(file)) > sizeMax) await rename(file, `${file}.1`)
  // The server keeps its file open, so the file is copied and truncated. Lines written in between may be lost.
  const bound = async () => {
    if ((await sizeOf(file)) <= sizeMax) return
    await copyFile(file, `${file}.1`)
    await truncate(file)
  }
  const timer = setInterval(() => void bound().catch(() => {}), checkMs).unref()
  return {
    open: async () => {
      start = await sizeOf(file)
      return open(file, 'a', 0o600)
    },
    tail: () => tailOf(file, start),
    bound,
    stop: () => clearInterval(timer),
  }
}

async function tailOf(file: string, start: number): Promise<string> {
  const bytesMax = 4096
  const size = await sizeOf(file)
  const from = Math.max(start, size - bytesMax)
  if (size <= from) return ''
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-12).join('\n')
  } finally {
    await handle.close()
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}
