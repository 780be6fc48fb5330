import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../src/database/driver/connection.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { createSpool } from '../../../src/files/spool.ts'
import type { UpkeepEnvironment } from '../../../src/upkeep/duty.ts'
import { quietLog } from '../core/api.ts'

/** The environment of upkeep without a spool. */
export function upkeepEnvironment(database: Database): UpkeepEnvironment {
  return {
    database,
    secrets: openSecrets('0'.repeat(64)),
    spool: createSpool(join(tmpdir(), 'quiver-test-no-spool')),
    log: quietLog,
    softBounceRule: { limit: 5, days: 14 },
    deliveriesDays: 0,
    lookUpTxt: async () => ({ problem: 'there is no name server' }),
  }
}
