const { NodeApiError } = require('n8n-workflow')

/**
 * @typedef {import('n8n-workflow').IDataObject} IDataObject
 * @typedef {import('n8n-workflow').IExecuteFunctions | import('n8n-workflow').ILoadOptionsFunctions | import('n8n-workflow').IHookFunctions} Context
 * @typedef {{ method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: IDataObject, query?: IDataObject, idempotencyKey?: string }} Asked
 */

/**
 * One call. Of a refusal the node shows the sentence and the code of Quiver.
 * @param {Context} context
 * @param {Asked} asked
 * @returns {Promise<any>} the envelope: `data`, `warnings`, `next_page_token`
 */
async function call(context, { method, path, body, query, idempotencyKey }) {
  const { url } = await context.getCredentials('quiverApi')
  const { statusCode, body: answer } = await context.helpers.httpRequestWithAuthentication.call(
    context,
    'quiverApi',
    {
      method,
      url: `${String(url).replace(/\/+$/, '')}/ga/api/v2/${path}`,
      headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {},
      ...(query === undefined ? {} : { qs: query }),
      ...(body === undefined ? {} : { body }),
      json: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    },
  )
  if (answer?.success === true) return answer
  throw new NodeApiError(context.getNode(), answer ?? {}, {
    message: answer?.error_message ?? `Quiver answered ${statusCode}`,
    description: answer?.error_code ?? '',
    httpCode: String(statusCode),
  })
}

module.exports = { call }
