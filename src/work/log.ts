import { createRequire } from 'node:module'
import { isatty } from 'node:tty'
import { pino, type Logger } from 'pino'
import type pretty from 'pino-pretty'

export type LogSettings = {
  logLevel: string
  /** `auto`: lines for people on a terminal, JSON elsewhere. Default: JSON. */
  logFormat?: 'auto' | 'json' | 'pretty'
}

/** Writes to standard error. @param base goes with each line; default: process id and host. */
export function createLog({ logLevel, logFormat = 'json' }: LogSettings, base?: object): Logger {
  const options = { level: logLevel, ...(base && { base }) }
  if (logFormat === 'json' || (logFormat === 'auto' && !isatty(2))) return pino(options, pino.destination(2))
  // Only here: it takes 20 ms of the start.
  const format = createRequire(import.meta.url)('pino-pretty') as typeof pretty
  return pino(
    options,
    format({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
  )
}
