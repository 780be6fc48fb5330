import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A maildir that receives messages when no SMTP server is configured. */
export type Mailbox = {
  /** Not synced to disk, because the mailbox is for previewing only. */
  deliver: (envelope: { from: string; to: string }, raw: Buffer) => Promise<void>
  /** Newest first. */
  list: (limit: number) => Promise<string[]>
  read: (name: string, bytes?: number) => Promise<Buffer | null>
}

const keptDefault = 10_000

/** Sortable by time: seconds, then the order within this thread. Mail programs append the part after the colon. */
const namePattern = /^(\d{1,12}\.M\d{6}P\d{1,10}Q\d{9}R[0-9a-f]{8}\.quiver)(:2,[A-Za-z]{0,20})?$/

export function createMailbox(root: string, kept = keptDefault): Mailbox {
  let delivered = 0
  let sweeping: Promise<void> | undefined
  let ready: Promise<unknown> | undefined
  const prepare = () =>
    (ready ??= Promise.all(
      ['tmp', 'new', 'cur'].map((name) => mkdir(join(root, name), { recursive: true, mode: 0o700 })),
    ).catch((error: unknown) => {
      ready = undefined
      throw error
    }))

  return {
    async deliver({ from, to }, raw) {
      await prepare()
      const name = messageName((delivered += 1))
      const lines = `Return-Path: <${plain(from)}>\r\nDelivered-To: ${plain(to)}\r\n`
      const draft = join(root, 'tmp', name)
      try {
        await writeFile(draft, Buffer.concat([Buffer.from(lines), raw]), { mode: 0o600, flag: 'wx' })
        await rename(draft, join(root, 'new', name))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      if (delivered % Math.ceil(kept / 10) !== 0) return
      sweeping ??= sweep(root, kept).finally(() => (sweeping = undefined))
      await sweeping
    },
    list: async (limit) => (await messagesIn(root)).slice(0, limit).map(({ name }) => name),
    async read(name, bytes) {
      if (!namePattern.test(name) || name.includes(':')) return null
      const message = (await messagesIn(root)).find((candidate) => candidate.name === name)
      return message === undefined ? null : beginningOf(message.path, bytes)
    },
  }
}

function messageName(count: number): string {
  const now = Date.now()
  const microseconds = String((now % 1000) * 1000).padStart(6, '0')
  const order = `Q${String(count).padStart(9, '0')}R${randomBytes(4).toString('hex')}`
  return `${Math.floor(now / 1000)}.M${microseconds}P${process.pid}${order}.quiver`
}

function plain(address: string): string {
  return address.replaceAll(/[\p{Cc}<>]/gu, '')
}

type Found = { name: string; path: string }

async function messagesIn(root: string): Promise<Found[]> {
  const folders = await Promise.all(['new', 'cur'].map((folder) => filesIn(join(root, folder))))
  return folders.flat().toSorted((a, b) => (a.name < b.name ? 1 : -1))
}

async function filesIn(folder: string): Promise<Found[]> {
  const files = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? []
  return files.flatMap((file) => {
    const name = file.isFile() ? namePattern.exec(file.name)?.[1] : undefined
    return name === undefined ? [] : [{ name, path: join(folder, file.name) }]
  })
}

async function sweep(root: string, kept: number): Promise<void> {
  for (const { path } of (await messagesIn(root)).slice(kept)) await rm(path, { force: true })
}

async function beginningOf(path: string, bytes: number | undefined): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing)
  if (file === undefined) return null
  try {
    if (bytes === undefined) return await file.readFile()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw error
}
