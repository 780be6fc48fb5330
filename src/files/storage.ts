import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A part of Node's FileHandle, so that a file of the disk is one. */
export type OpenFile = {
  /** Fewer bytes than wanted only at the end of the file. */
  read: (
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => Promise<{ bytesRead: number; buffer: Buffer }>
  stat: () => Promise<{ size: number; mtimeMs: number }>
  /** First and last byte, both included; closes the file at its end. */
  createReadStream: (range?: { start?: number; end?: number }) => Readable
  close: () => Promise<void>
}

/** A file that is written in pieces, by several requests. */
export type FileToContinue = {
  write: (chunk: Buffer, position: number) => Promise<void>
  /** What was written before survives a crash. */
  sync: () => Promise<void>
  close: () => Promise<void>
}

export type SpooledFile = { name: string; sizeBytes: number }

/** End it with `keep` or `discard`; after a crash, `sweep` removes it. */
export type SpoolDraft = {
  /** Of the file that `keep` makes of it. */
  name: string
  /** Rejects with ENOSPC before `spareBytes` of the disk are used. */
  write: (chunk: Buffer) => Promise<void>
  /** The file survives a crash. */
  keep: () => Promise<SpooledFile>
  discard: () => Promise<void>
}

export type FileName = { organizationId: number; name: string }

/** @returns those of `files` that no row names. */
export type FindUnknown = (files: readonly FileName[]) => Promise<FileName[]>

/** Where the bytes of imports, exports and uploads are: on the disk (spool.ts), in the database or in objects (stored/). */
export type Spool = {
  /** Rows that name a file name its place, too: processes with another place cannot read it. null: unknown. */
  place: string | null
  /** Id of the DATA_DIR of this process, which may have upload directories; null: unknown. */
  dataDirectory: string | null
  /** Its `write` throws SpoolLimitExceeded beyond `limitBytes`. */
  draft: (organizationId: number, limit?: { limitBytes?: number }) => Promise<SpoolDraft>
  /** An empty file that is written later, in pieces. @returns its name. */
  create: (organizationId: number) => Promise<string>
  /**
   * @param at the bytes before `offsetBytes` are kept; of those who continue a file, the one with the highest `fence` may
   * write.
   * Rejects with ENOENT if the file is gone.
   */
  openToWrite: (
    organizationId: number,
    name: string,
    at: { offsetBytes: number; fence: number },
  ) => Promise<FileToContinue>
  /** Rejects with ENOENT if the file is gone. The caller closes it. */
  open: (organizationId: number, name: string) => Promise<OpenFile>
  /** As `open`, and on the disk, for what reads all of a file in another order: elsewhere, a copy in `scratchDir`. */
  openOnDisk: (organizationId: number, name: string, scratchDir: string) => Promise<FileHandle>
  /** Also a draft of that name. */
  remove: (organizationId: number, name: string) => Promise<void>
  /** On the disk of the DATA_DIR. */
  freeBytes: () => Promise<number>
  /** That files may still take. Infinity: only a write shows it. */
  roomBytes: () => Promise<number>
  disk: () => Promise<{ freeBytes: number; totalBytes: number; spoolBytes: number }>
  /** The age protects files whose row is not inserted yet. @returns the number of files removed. */
  sweep: (findUnknown: FindUnknown, olderThanMs: number, stop?: AbortSignal) => Promise<number>
  /** Deletes bytes of removed files that a copy of the database may still name, so not while this may be a copy. */
  collect: (stop?: AbortSignal) => Promise<void>
}

export class SpoolLimitExceeded extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`The file is larger than ${limitBytes} bytes.`)
    this.name = 'SpoolLimitExceeded'
    this.limitBytes = limitBytes
  }
}

/** The file is known, and its bytes are lost: nothing that is repeated would find them. */
export class DamagedFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DamagedFile'
  }
}

/** The storage of files does not answer, or refuses: later it may not. `database/retry.ts` knows its code. */
export class StorageAway extends Error {
  readonly code = 'STORAGE_AWAY'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageAway'
  }
}

/** As the file system reports it. */
export function gone(name: string): Error {
  return Object.assign(new Error(`The spooled file ${name} does not exist.`), { code: 'ENOENT' })
}
