import type { OpenApiDocument } from './model.ts'

const warnings = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Names of what an operator should look at, such as held or clock; their sentences are in the answer of GET health.',
}

const answer = (description: string, word: string, more: object = {}) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { type: 'boolean', const: true },
          data: {
            type: 'object',
            properties: { status: { type: 'string', const: word }, ...more },
            required: ['status', ...Object.keys(more)],
          },
          error_code: { type: 'null' },
          error_message: { type: 'null' },
        },
        required: ['success', 'data', 'error_code', 'error_message'],
      },
    },
  },
})

const common = { tags: ['Health'], security: [], parameters: [] }
/** A wrong X-Version is also refused here. */
const invalidRequest = { $ref: '#/components/responses/InvalidRequest' }
const internalError = { $ref: '#/components/responses/InternalError' }

export const healthPaths: OpenApiDocument['paths'] = {
  '/healthz': {
    get: {
      ...common,
      operationId: 'isAlive',
      summary: 'Check whether the server answers',
      description: 'Says nothing about the database.',
      responses: { 200: answer('It answers.', 'alive'), 400: invalidRequest, 500: internalError },
    },
  },
  '/readyz': {
    get: {
      ...common,
      operationId: 'isReady',
      summary: 'Check whether the server can take calls',
      description:
        'It can when the database answers, takes changes and has the schema of this version, and the disk is not full. ' +
        'An answer may be a second old.',
      responses: {
        200: answer('It can.', 'ready', { warnings }),
        400: invalidRequest,
        500: internalError,
        503: { $ref: '#/components/responses/Unavailable' },
      },
    },
  },
}
