import type { ChangerSettings } from '../../changing/job.ts'
import type { DatabaseUrl } from '../../database/address.ts'
import type { ExporterSettings } from '../../exporting/job.ts'
import type { Config } from '../config.ts'
import { storageOf } from './storage.ts'

/** Two, so that a long export of one organization does not block the others. */
const exportLanes = 2

export function exporterSettings(
  config: Config,
  given: Pick<ExporterSettings, 'databaseUrl' | 'dataDirectory'>,
): ExporterSettings {
  const settings = {
    lanes: exportLanes,
    heartbeatSeconds: 1,
    logLevel: config.logLevel,
    logFormat: 'auto' as const,
  }
  return { ...given, ...settings, ...storageOf(config) }
}

/** A chunk of 500 takes at most 0.3 s (docs/decisions/043). */
export function changerSettings(config: Config, databaseUrl: DatabaseUrl): ChangerSettings {
  const { logLevel, autoSubscriberManagement } = config
  return {
    databaseUrl,
    logLevel,
    logFormat: 'auto' as const,
    autoSubscriberManagement,
    lanes: 2,
    chunkRows: 2_000,
    sliceSeconds: 5,
  }
}
