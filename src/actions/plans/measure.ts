import type { EndpointId } from '../../contract/api/grants.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { measureApiKey } from './measures/api-keys.ts'
import { measureAutoresponder } from './measures/autoresponders.ts'
import { measureCampaign } from './measures/campaigns.ts'
import { measureErasure } from './measures/erasure.ts'
import { measureImport } from './measures/imports.ts'
import { measureBulkChange, measureExport } from './measures/selections.ts'
import type { MadeCall, Measure, Measured } from './made-call.ts'
import { measureListDeletion, measureSegment } from './measures/lists.ts'

const measures: Readonly<Record<string, Measure>> = {
  createCampaign: measureCampaign,
  updateCampaign: measureCampaign,
  resumeCampaign: measureCampaign,
  createApiKey: measureApiKey,
  updateApiKey: measureApiKey,
  rotateApiKey: measureApiKey,
  createAutoresponder: measureAutoresponder,
  updateAutoresponder: measureAutoresponder,
  createAutoresponderStep: measureAutoresponder,
  updateAutoresponderStep: measureAutoresponder,
  createBulkChange: measureBulkChange,
  createSubscriberExport: measureExport,
  createSubscriberImport: measureImport,
  importDryRun: measureImport,
  deleteMailingList: measureListDeletion,
  eraseSubscriber: measureErasure,
  createSegment: measureSegment,
  updateSegment: measureSegment,
} satisfies Partial<Record<EndpointId, Measure>>

const nothing: Measured = { effects: {}, seen: [] }

export function measure(sql: Transaction, call: MadeCall): Promise<Measured> {
  const found = Object.hasOwn(measures, call.endpoint) ? measures[call.endpoint] : undefined
  return found === undefined ? Promise.resolve(nothing) : found(sql, call)
}
