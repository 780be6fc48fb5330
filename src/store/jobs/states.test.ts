import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { campaignMayBecome } from '../../contract/campaigns/states.ts'
import * as exports from '../../contract/exports/states.ts'
import * as imports from '../../contract/imports/states.ts'
import { undoMayBecome } from '../../contract/imports/undo.ts'
import * as bulkChanges from '../../contract/subscribers/bulk-states.ts'

const { idle: _, scheduled, sending, ...over } = campaignMayBecome

/** A campaign has a job while it is not idle. */
const campaigns = {
  ...over,
  scheduled: [...scheduled.filter((state) => state !== 'idle'), 'paused'],
  sending: [...sending, 'paused'],
  paused: ['scheduled', 'sending', 'cancelled'],
}

const resends = {
  scheduled: ['sending', 'cancelled'],
  sending: ['finished', 'failed', 'cancelled'],
  finished: ['scheduled'],
  failed: ['scheduled'],
  cancelled: [],
}

const tables: Record<string, Record<string, readonly string[]>> = {
  Campaign: campaigns,
  CampaignResend: resends,
  SubscriberImport: imports.mayBecome,
  SubscriberImportUndo: undoMayBecome,
  SubscriberExport: exports.mayBecome,
  SubscriberBulkChange: bulkChanges.mayBecome,
}

test.each(Object.entries(tables))(
  'the database lets a %s become what its table of states says, and nothing else',
  async (kind, mayBecome) => {
    const { sql } = await aDatabase()
    await sql`create table moved (kind text not null, state text not null, paused_from text)`
    await sql`
      create trigger moved_state before update of state on moved
      for each row when (old.state is distinct from new.state) execute function job_may_become()`
    const states = Object.keys(mayBecome)
    for (const from of states) {
      for (const to of states.filter((state) => state !== from)) {
        for (const pausedFrom of from === 'paused'
          ? (mayBecome['paused'] ?? []).filter((state) => state !== 'cancelled')
          : [null]) {
          await sql`truncate moved`
          await sql`insert into moved (kind, state, paused_from) values (${kind}, ${from}, ${pausedFrom})`
          const isMoved = await sql`update moved set state = ${to}`.then(
            () => true,
            (error: unknown) => {
              expect(error).toMatchObject({ code: '23514' })
              return false
            },
          )
          const isBackElsewhere = from === 'paused' && to !== 'cancelled' && to !== pausedFrom
          const expected = mayBecome[from]?.includes(to) === true && !isBackElsewhere
          expect([from, to, pausedFrom, isMoved]).toEqual([from, to, pausedFrom, expected])
        }
      }
    }
  },
)
