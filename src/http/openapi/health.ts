import type { OpenApiDocument } from './model.ts'

const answer = (description: string, word: string) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { type: 'boolean', const: true },
          data: {
            type: 'object',
            properties: { status: { type: 'string', const: word } },
            required: ['status'],
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
/** A wrong X-Version is refused here, too. */
const invalidRequest = { $ref: '#/components/responses/InvalidRequest' }
const internalError = { $ref: '#/components/responses/InternalError' }

/** What supervisors and load balancers ask, without a credential. */
export const healthPaths: OpenApiDocument['paths'] = {
  '/healthz': {
    get: {
      ...common,
      operationId: 'isAlive',
      summary: 'Whether the server answers; says nothing of the database',
      responses: { 200: answer('It does.', 'alive'), 400: invalidRequest, 500: internalError },
    },
  },
  '/readyz': {
    get: {
      ...common,
      operationId: 'isReady',
      summary: 'Whether calls can be served: the database answers and has the schema of this version',
      responses: {
        200: answer('They can.', 'ready'),
        400: invalidRequest,
        500: internalError,
        503: { $ref: '#/components/responses/Unavailable' },
      },
    },
  },
}
