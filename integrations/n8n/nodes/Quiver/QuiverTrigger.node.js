const { NodeConnectionTypes } = require('n8n-workflow')
const { call } = require('./api.js')
const { isSigned } = require('./signature.js')

/**
 * @typedef {import('n8n-workflow').INodeType} INodeType
 * @typedef {import('n8n-workflow').IHookFunctions} IHookFunctions
 * @typedef {import('n8n-workflow').IWebhookFunctions} IWebhookFunctions
 */

const events = [
  'studio_subscriber_created',
  'studio_subscriber_updated',
  'studio_unsub',
  'studio_open',
  'studio_click',
  'bounce_all',
  'bounce_bad_address',
  'scomp',
  'import_finished',
  'import_failed',
  'message_accepted',
  'message_bounced',
  'message_opened',
  'message_clicked',
  'message_complained',
  'message_unsubscribed',
]

/** @implements {INodeType} */
class QuiverTrigger {
  /** @type {import('n8n-workflow').INodeTypeDescription} */
  description = {
    displayName: 'Quiver Trigger',
    name: 'quiverTrigger',
    icon: 'file:quiver.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts when something happens to people or messages',
    defaults: { name: 'Quiver Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'quiverApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        options: events.map((value) => ({ name: value, value })),
      },
    ],
  }

  webhookMethods = {
    default: {
      /** @this {IHookFunctions} */
      async checkExists() {
        const { id } = this.getWorkflowStaticData('node')
        if (id === undefined) return false
        const { data } = await call(this, { method: 'GET', path: 'webhooks' })
        const url = this.getNodeWebhookUrl('default')
        return data.some((/** @type {{ id: number, url: string }} */ one) => one.id === id && one.url === url)
      },
      /** @this {IHookFunctions} */
      async create() {
        const webhook = {
          name: `n8n: ${this.getWorkflow().name ?? this.getNode().name}`,
          url: this.getNodeWebhookUrl('default'),
          event_types: this.getNodeParameter('events'),
        }
        const { data } = await call(this, { method: 'POST', path: 'webhooks', body: { webhook } })
        Object.assign(this.getWorkflowStaticData('node'), { id: data.id, secret: data.secret })
        return true
      },
      /** @this {IHookFunctions} */
      async delete() {
        const stored = this.getWorkflowStaticData('node')
        if (stored.id !== undefined) await call(this, { method: 'DELETE', path: `webhooks/${stored.id}` })
        delete stored.id
        delete stored.secret
        return true
      },
    },
  }

  /**
   * An item for each event. What is not signed starts nothing.
   * @this {IWebhookFunctions}
   * @returns {Promise<import('n8n-workflow').IWebhookResponseData>}
   */
  async webhook() {
    const { secret } = this.getWorkflowStaticData('node')
    const request = this.getRequestObject()
    const body = request.rawBody ?? Buffer.from(JSON.stringify(this.getBodyData()))
    if (!isSigned(String(secret), this.getHeaderData(), body)) {
      this.getResponseObject().status(401).send('the signature is wrong')
      return { noWebhookResponse: true }
    }
    return { workflowData: [this.helpers.returnJsonArray(JSON.parse(body.toString('utf8')))] }
  }
}

module.exports = { QuiverTrigger }
