const { NodeConnectionTypes } = require('n8n-workflow')
const { call } = require('./api.js')
const { properties } = require('./properties.js')

/**
 * @typedef {import('n8n-workflow').INodeType} INodeType
 * @typedef {import('n8n-workflow').IExecuteFunctions} IExecuteFunctions
 * @typedef {import('n8n-workflow').INodeExecutionData} Item
 * @typedef {import('n8n-workflow').IDataObject} IDataObject
 */

/** Of one call of the batch endpoint. */
const batchMax = 1_000

/** @type {Record<string, (context: IExecuteFunctions, item: number) => Promise<any>>} */
const operations = {
  'person.put': (context, item) => {
    const email = encodeURIComponent(text(context, 'email', item))
    const body = { subscriber: personOf(context, item) }
    return call(context, {
      method: 'PUT',
      path: `${people(context, item)}/${email}`,
      query: { create: 'true' },
      body,
    })
  },
  'person.find': (context, item) => {
    const query = { email: text(context, 'email', item) }
    return call(context, { method: 'GET', path: people(context, item), query })
  },
  'person.delete': (context, item) => {
    const email = encodeURIComponent(text(context, 'email', item))
    return call(context, { method: 'DELETE', path: `${people(context, item)}/${email}` })
  },
  'message.send': (context, item) => {
    const more = /** @type {IDataObject} */ (context.getNodeParameter('more', item, {}))
    const { data, tags, ...others } = more
    const message = {
      ...others,
      to: text(context, 'to', item),
      subject: text(context, 'subject', item),
      [text(context, 'format', item)]: text(context, 'content', item),
      ...(data === undefined ? {} : { data: typeof data === 'string' ? JSON.parse(data) : data }),
      ...(tags === undefined
        ? {}
        : {
            tags: String(tags)
              .split(',')
              .map((tag) => tag.trim()),
          }),
    }
    const idempotencyKey = text(context, 'idempotencyKey', item)
    return call(context, { method: 'POST', path: 'messages', body: { message }, idempotencyKey })
  },
  'message.get': (context, item) =>
    call(context, { method: 'GET', path: `messages/${Number(context.getNodeParameter('messageId', item))}` }),
}

/** @implements {INodeType} */
class Quiver {
  /** @type {import('n8n-workflow').INodeTypeDescription} */
  description = {
    displayName: 'Quiver',
    name: 'quiver',
    icon: 'file:quiver.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'People of mailing lists, and messages to one person',
    defaults: { name: 'Quiver' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'quiverApi', required: true }],
    properties,
  }

  methods = {
    loadOptions: {
      /** @this {import('n8n-workflow').ILoadOptionsFunctions} */
      async getLists() {
        const { data } = await call(this, { method: 'GET', path: 'mailing_lists' })
        return data.map((/** @type {{ id: number, name: string }} */ { id, name }) => ({ name, value: id }))
      },
    },
  }

  /**
   * @this {IExecuteFunctions}
   * @returns {Promise<Item[][]>}
   */
  async execute() {
    const items = this.getInputData()
    const operation = `${text(this, 'resource', 0)}.${text(this, 'operation', 0)}`
    if (operation === 'person.batch') return [await putAll(this, items.length)]
    /** @type {Item[]} */
    const output = []
    for (const item of items.keys()) {
      try {
        const answer = await operations[operation]?.(this, item)
        output.push(...recordsOf(answer).map((json) => ({ json, pairedItem: { item } })))
      } catch (error) {
        if (!this.continueOnFail()) throw error
        output.push({ json: { error: /** @type {Error} */ (error).message }, pairedItem: { item } })
      }
    }
    return [output]
  }
}

/**
 * Each item with its class, as in an import: added, updated, unchanged or failed.
 * @param {IExecuteFunctions} context
 * @param {number} count
 */
async function putAll(context, count) {
  /** @type {Item[]} */
  const output = []
  for (let first = 0; first < count; first += batchMax) {
    const length = Math.min(batchMax, count - first)
    const subscribers = Array.from({ length }, (_, n) => ({
      email: text(context, 'email', first + n),
      ...personOf(context, first + n),
    }))
    const path = `${people(context, 0)}/batch`
    const { data } = await call(context, { method: 'POST', path, body: { subscribers } })
    for (const [n, json] of data.results.entries()) output.push({ json, pairedItem: { item: first + n } })
  }
  return output
}

/**
 * @param {any} answer
 * @returns {IDataObject[]}
 */
function recordsOf({ data, warnings }) {
  const records = Array.isArray(data) ? data : [data ?? { deleted: true }]
  return warnings === undefined ? records : records.map((record) => ({ ...record, warnings }))
}

/** @param {IExecuteFunctions} context @param {string} name @param {number} item */
function text(context, name, item) {
  return String(context.getNodeParameter(name, item, ''))
}

/** @param {IExecuteFunctions} context @param {number} item */
function people(context, item) {
  return `mailing_lists/${Number(context.getNodeParameter('listId', item))}/subscribers`
}

/** @param {IExecuteFunctions} context @param {number} item */
function personOf(context, item) {
  const { field = [] } = /** @type {{ field?: { name: string, value: string }[] }} */ (
    context.getNodeParameter('customFields', item, {})
  )
  const status = text(context, 'status', item)
  return {
    ...(status === '' ? {} : { status }),
    ...(field.length === 0
      ? {}
      : { custom_fields: Object.fromEntries(field.map(({ name, value }) => [name, value])) }),
  }
}

module.exports = { Quiver }
