import { existsSync } from 'node:fs'
import path from 'node:path'
import { type TestSpecification, BaseSequencer } from 'vitest/node'

/** The slowest files, slowest first. If one starts last, one worker is busy while the others are idle. */
const longFiles = [
  'test/api/every-endpoint/audit-walk.test.ts',
  'test/console/first-minute.test.ts',
  'test/cli/commands.test.ts',
  'test/console/compose.test.ts',
  'test/console/imports/wizard.test.ts',
  'test/importing/faults/crash-points.test.ts',
  'src/database/embedded/start.test.ts',
  'test/console/campaigns.test.ts',
  'test/sending/acceptance.test.ts',
  'test/api/every-endpoint/role-matrix.test.ts',
  'test/sending/faults/sender-kills.test.ts',
  'test/console/people.test.ts',
  'test/api/every-endpoint/tenant-walls.test.ts',
  'test/importing/ranges.test.ts',
  'test/importing/undo/stories.test.ts',
  'test/importing/faults/takeover.test.ts',
  'test/sending/faults/hanging-messages.test.ts',
  'test/console/stories/restarted/page.test.ts',
  'test/api/imports/events.test.ts',
  'test/api/imports/uploads/limits.test.ts',
  'src/sending/smtp/pipelining.test.ts',
  'test/api/organizations/deleted.test.ts',
  'test/sending/faults/shared-campaigns.test.ts',
  'test/sending/quotas.test.ts',
  'test/console/frame.test.ts',
  'test/exporting/crash-points.test.ts',
  'test/importing/files.test.ts',
  'test/api/lists/forms/sign-up.test.ts',
  'src/http/server/health.test.ts',
  'test/importing/faults/url-retries.test.ts',
  'test/sending/rules/skips-and-waits.test.ts',
  'test/cli/export.test.ts',
  'test/api/imports/failed-rows.test.ts',
  'test/importing/faults/kills.test.ts',
  'test/sending/campaigns.test.ts',
  'test/api/subscribers/erasure.test.ts',
  'test/api/users/log-in-throttle.test.ts',
  'test/api/route/idempotency.test.ts',
  'test/sending/resend-uncertain.test.ts',
  'test/api/route/changes.test.ts',
  'test/sending/winner/rest.test.ts',
  'src/sending/smtp/mailer.test.ts',
  'test/importing/same-as-api.test.ts',
  'test/sending/autoresponders/sequences.test.ts',
  'test/api/every-endpoint/fuzz.test.ts',
  'test/exporting/faults.test.ts',
  'test/sending/early-reports.test.ts',
  'test/importing/uploads.test.ts',
  'test/api/lists/forms/protection.test.ts',
  'test/importing/quota.test.ts',
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
