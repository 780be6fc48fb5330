import { existsSync } from 'node:fs'
import path from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The slowest files, slowest first. If one starts last, one worker is busy while the others are idle. */
const longFiles = [
  'test/cli/commands.test.ts',
  'test/console/campaigns.test.ts',
  'test/cli/import.test.ts',
  'test/api/organizations/deleted.test.ts',
  'test/cli/first-key.test.ts',
  'test/sending/acceptance.test.ts',
  'test/api/every-endpoint/audit-walk.test.ts',
  'test/importing/faults/crash-points.test.ts',
  'test/sending/imports.test.ts',
  'test/sending/faults/stress.test.ts',
  'test/console/first-minute.test.ts',
  'src/database/embedded/start.test.ts',
  'test/api/every-endpoint/role-matrix.test.ts',
  'test/console/imports/wizard.test.ts',
  'test/console/compose.test.ts',
  'src/outbound/download/ssrf.test.ts',
  'test/sending/brake.test.ts',
  'test/importing/faults/url-retries.test.ts',
  'test/api/imports/uploads/machines.test.ts',
  'test/sending/quotas.test.ts',
  'test/sending/campaigns.test.ts',
  'test/sending/early-reports.test.ts',
  'test/importing/same-as-api.test.ts',
  'test/sending/faults/sender-kills.test.ts',
  'test/importing/faults/kills.test.ts',
  'test/importing/faults/database-dies.test.ts',
  'test/cli/other-products.test.ts',
  'test/importing/undo/crash-points.test.ts',
  'test/api/imports/hostile.test.ts',
  'test/importing/ranges.test.ts',
  'test/api/every-endpoint/tenant-walls.test.ts',
  'test/importing/faults/state-hammer.test.ts',
  'test/api/every-endpoint/fuzz.test.ts',
  'test/importing/faults/takeover.test.ts',
  'test/importing/faults/poison.test.ts',
]

/** Slow files first, then in the order of vitest: by last duration, or by size. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const missing = longFiles.filter((file) => !existsSync(path.join(root, file)))
    if (missing.length > 0) {
      throw new Error(`No such file: ${missing.join(', ')}. Mend the list in test/harness/core/order.ts.`)
    }
    const place = ({ moduleId }: TestSpecification) => {
      const index = longFiles.indexOf(path.relative(root, moduleId))
      return index === -1 ? longFiles.length : index
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- This is the sort of vitest, not of an array.
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}
