import { join } from 'node:path'
import type { StorageSettings } from '../../files/open-spool.ts'
import type { Config } from '../config.ts'

export function storageOf({ dataDir, storage }: Config, dataDirectory?: string): StorageSettings {
  return { spoolDir: join(dataDir, 'spool'), storage, ...(dataDirectory !== undefined && { dataDirectory }) }
}
