import type { SharedScopes } from '../database/driver/connection.ts'
import {
  findLocalMessages,
  insertLocalMessages,
  purgeLocalMessages,
  readLocalMessage,
} from '../store/server/local-messages.ts'

/** Receives messages when no SMTP server is configured. It is in the database, so that all machines show the same. */
export type Mailbox = {
  deliver: (envelope: { from: string; to: string }, raw: Buffer) => Promise<void>
  /** Newest first. */
  list: (limit: number) => Promise<string[]>
  /** @param bytes of the beginning; absent: the whole message. */
  read: (name: string, bytes?: number) => Promise<Buffer | null>
}

export type MailboxLimits = { messages: number; bytes: number }

/** Each process deletes old messages after a tenth of it was delivered. */
const usualLimits: MailboxLimits = { messages: 10_000, bytes: 2 ** 30 }

/** Of one statement. What is delivered meanwhile is in the next one. */
const batch = { messages: 100, bytes: 4 * 2 ** 20 }

type Waiting = { message: Buffer; done: () => void; failed: (error: unknown) => void }

/** @param options.noteFault when old messages could not be deleted: that is tried again after the next statement */
export function createMailbox(
  database: SharedScopes,
  { limits = usualLimits, noteFault }: { limits?: MailboxLimits; noteFault?: (error: unknown) => void } = {},
): Mailbox {
  let waiting: Waiting[] = []
  let isWriting = false
  let unswept = { messages: 0, bytes: 0 }

  const writeOne = async (taken: readonly Waiting[]) => {
    const messages = taken.map(({ message }) => message)
    await insertLocalMessages(database.everywhere(), messages)
    for (const { done } of taken) done()
    unswept = { messages: unswept.messages + messages.length, bytes: unswept.bytes + sizeOf(taken) }
    if (unswept.messages * 10 < limits.messages && unswept.bytes * 10 < limits.bytes) return
    try {
      await purgeLocalMessages(database.everywhere(), limits)
      unswept = { messages: 0, bytes: 0 }
    } catch (error) {
      noteFault?.(error)
    }
  }
  const writeAll = async () => {
    if (isWriting) return
    isWriting = true
    for (let taken = take(waiting); taken.length > 0; taken = take(waiting)) {
      waiting = waiting.slice(taken.length)
      try {
        await writeOne(taken)
      } catch (error) {
        for (const { failed } of taken) failed(error)
      }
    }
    isWriting = false
  }
  return {
    deliver: ({ from, to }, raw) =>
      new Promise<void>((done, failed) => {
        const lines = `Return-Path: <${plain(from)}>\r\nDelivered-To: ${plain(to)}\r\n`
        waiting.push({ message: Buffer.concat([Buffer.from(lines), raw]), done, failed })
        void writeAll()
      }),
    list: async (limit) => (await findLocalMessages(database.everywhere(), limit)).map(String),
    read: async (name, bytes) =>
      /^[1-9]\d{0,14}$/.test(name) ? readLocalMessage(database.everywhere(), Number(name), bytes) : null,
  }
}

function take(waiting: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0
  const end = waiting.findIndex(({ message }, place) => {
    bytes += message.length
    return place === batch.messages || (place > 0 && bytes > batch.bytes)
  })
  return end === -1 ? waiting : waiting.slice(0, end)
}

function sizeOf(messages: readonly Waiting[]): number {
  return messages.reduce((bytes, { message }) => bytes + message.length, 0)
}

function plain(address: string): string {
  return address.replaceAll(/[\p{Cc}<>]/gu, '')
}
