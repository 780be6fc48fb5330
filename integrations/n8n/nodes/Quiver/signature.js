const { createHmac, timingSafeEqual } = require('node:crypto')

/** A request that was signed longer ago may be a repetition by somebody else. */
const toleranceSeconds = 300

/**
 * As https://www.standardwebhooks.com says.
 * @param {string} secret
 * @param {Record<string, unknown>} headers
 * @param {Buffer} body
 * @returns {boolean}
 */
function isSigned(secret, headers, body) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  )
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return (signatures ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

module.exports = { isSigned }
