import { createTransport } from 'nodemailer'
import { onTestFinished } from 'vitest'
import { startBounceServer } from '../../../src/tracking/bounce-server.ts'
import { createMessageNames, type SentRef } from '../../../src/links/verp.ts'
import { quietLog } from '../core/api.ts'
import { aSentCampaign } from './readers.ts'

/** A sent campaign, and the server that receives its bounces. */
export async function aBounceServer() {
  const started = await aSentCampaign()
  const { api, database, organizationId, listId, campaignId, subscriberIds } = started
  const environment = { database, secrets: api.secrets, log: quietLog }
  const server = await startBounceServer(environment, { host: '127.0.0.1', port: 0, relays: [] })
  onTestFinished(() => server.stop())
  const names = createMessageNames(api.secrets)
  /** Of the first subscriber by default. */
  const ref = (other: Partial<SentRef> = {}): SentRef => {
    const [subscriberId = 0] = subscriberIds
    return {
      organizationId,
      listId,
      source: 'campaign',
      sourceId: campaignId,
      subscriberId,
      occasion: 0,
      ...other,
    }
  }
  const returnPath = (other: Partial<SentRef> = {}) => names.returnPath('bounces@news.example', ref(other))
  const messageId = (other: Partial<SentRef> = {}) => names.messageId(ref(other), 'news.example')
  const deliver = (raw: Buffer, to: string | string[]) => handIn(server.port, raw, to)
  return { ...started, environment, server, returnPath, messageId, deliver }
}

export async function handIn(port: number, raw: Buffer, to: string | string[]): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from: '', to }, raw })
    return 250
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) return Number(error.responseCode)
    throw error
  } finally {
    transport.close()
  }
}
