import { campaignParts } from '../../../store/plans/campaign-state.ts'
import { findAutoresponderParts } from '../../../store/plans/autoresponder-state.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import { idOf, type MadeCall, type Measured } from '../made-call.ts'

/** Who triggers it is not known before: its people and messages are unknown. */
export async function measureAutoresponder(sql: Transaction, call: MadeCall): Promise<Measured> {
  const parts = await findAutoresponderParts(sql, call.organizationId, idOf(call))
  if (parts === null) return { effects: {}, seen: [] }
  const sentence = parts.paused
    ? 'It is paused: what triggers it is noted, and nothing leaves until it is resumed.'
    : 'From now on each person who triggers it gets its messages.'
  return {
    effects: { waits: [{ code: parts.paused ? 'paused' : 'triggers', sentence }] },
    seen: campaignParts.map((part) => ({ part, digest: parts[part] })),
    ...(!parts.paused && {
      approval: { kind: 'autoresponder', listId: parts.mailing_list_id, number: null } as const,
    }),
  }
}
