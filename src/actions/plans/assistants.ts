import type { Endpoint } from '../../contract/api/endpoint.ts'
import { grantOf } from '../../contract/api/grants.ts'
import { forbidden } from '../../contract/api/errors.ts'
import { isPlannable } from './plannable.ts'

/** What assistants use a call for: to read, to plan it, or to carry plans out. null: it is closed to them, whatever their key may. */
export type Use = 'read' | 'plan' | 'apply'

/** They change nothing and ask nobody, and are a POST only because of what they are given. */
const readingPosts: readonly string[] = [
  'inspectSubscriberImport',
  'previewBulkChange',
  'previewSegment',
  'renderAutoresponder',
  'renderCampaign',
  'renderMessage',
]

/** Messages leave that no approval rule holds. */
const sending: readonly string[] = [
  'createMessage',
  'createMessages',
  'resendMessage',
  'resendUncertainAutoresponderDeliveries',
  'resendUncertainDeliveries',
]

/** From then on people's data goes to an address that no approval rule holds. */
const forwarding: readonly string[] = ['createWebhook', 'updateWebhook']

/** Who may do what stays with people: an assistant could make a second person, or a key without these walls. */
const access: readonly string[] = ['Users', 'Log-in']

type Definition = Pick<
  Endpoint,
  'id' | 'tag' | 'method' | 'path' | 'role' | 'plain' | 'ofOwnAccount' | 'writes'
>

export function useByAssistants(definition: Definition): Use | null {
  const { id, tag, method, plain, writes } = definition
  if (id === 'createPlan' || id === 'applyPlan') return 'apply'
  // Keys are shown with their values.
  if (tag === 'API keys' || ['account', 'public'].includes(grantOf(id)[0])) return null
  if (readingPosts.includes(id)) return 'read'
  if (method === 'GET')
    return writes === true || plain?.includes('text/event-stream') === true ? null : 'read'
  const isClosed = [...sending, ...forwarding, 'updateApprovalRules'].includes(id) || access.includes(tag)
  return isPlannable(definition) && !isClosed ? 'plan' : null
}

/** Of one who may only read. @throws AppError `not_authorized`, 403. */
export function requireReadOnly(definition: Definition): void {
  if (useByAssistants(definition) === 'read') return
  throw forbidden('the person lets this assistant read, and change nothing')
}

/** @param isOfPlan whether a plan makes the call. @throws AppError `not_authorized`, 403. */
export function requireOpenToAssistants(definition: Definition, isOfPlan: boolean): void {
  const use = useByAssistants(definition)
  if (use === null) throw forbidden('this call is not open to assistants: a person makes it, or a program')
  if (use === 'plan' && !isOfPlan) throw forbidden('assistants must plan this call first')
}
