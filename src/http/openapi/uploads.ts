import { tusCalls } from '../../contract/imports/uploads.ts'
import { callersOf, securityOf } from './callers.ts'
import { idParameter } from './parameters.ts'
import type { JsonSchema } from './schemas.ts'
import type { OpenApiDocument, Operation, Parameter } from './model.ts'

/** The calls of the protocol tus, which have headers and bytes where others have JSON. */

const bytes = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } }
const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

function header(name: string, description: string, required = false): Parameter {
  return { name, in: 'header', required, description, schema: { type: 'string' } }
}

const version = header('Tus-Resumable', 'The version of the protocol: 1.0.0.')
const uploadId = idParameter('id')
const offset = header('Upload-Offset', 'The number of bytes that have arrived, as a HEAD answers it.')
const method = header('X-HTTP-Method-Override', 'PATCH, or DELETE.')
const length = header('Upload-Length', 'The size of the file in bytes.')
const metadata = header('Upload-Metadata', '`filename` and the name of the file in Base64.')

const refused = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Failure' }),
})

const refusals: Operation['responses'] = {
  400: { $ref: '#/components/responses/InvalidRequest' },
  401: { $ref: '#/components/responses/NotAuthenticated' },
  403: { $ref: '#/components/responses/Forbidden' },
  404: { $ref: '#/components/responses/NotFound' },
  408: refused('The body paused too long. Continue at the offset.'),
  409: refused('The upload continues at another offset, or another request continues it.'),
  410: refused('The file is no longer on the server.'),
  412: refused('The server does not support this version of the protocol.'),
  413: { $ref: '#/components/responses/TooLarge' },
  422: { $ref: '#/components/responses/ValidationFailed' },
  429: { $ref: '#/components/responses/TooManyRequests' },
  500: { $ref: '#/components/responses/InternalError' },
  503: { $ref: '#/components/responses/Unavailable' },
  507: refused('The disk is full. Continue when the operator has freed space.'),
}

const done = { description: 'The bytes are on the disk; `Upload-Offset` counts them.', content: {} }

const common = { tags: ['Uploads'], security: securityOf({ ...tusCalls, method: 'POST' }) }

function capabilities(operationId: string, summary: string, parameters: Parameter[]): Operation {
  return {
    operationId,
    tags: common.tags,
    security: [],
    summary,
    description: 'Needs no credential.',
    parameters,
    responses: {
      204: { description: 'The headers `Tus-Version`, `Tus-Extension`, `Tus-Max-Size`.', content: {} },
      400: { $ref: '#/components/responses/InvalidRequest' },
    },
  }
}

export const tusPaths: OpenApiDocument['paths'] = {
  '/ga/api/v2/uploads': {
    post: {
      ...common,
      operationId: 'createUpload',
      summary: 'Announce a file',
      description: `The protocol tus 1.0. \`Location\` names the upload. A body is the beginning of the file.\n\n${callersOf(tusCalls)}`,
      parameters: [version, length, metadata],
      responses: {
        201: {
          description: 'The upload exists.',
          content: json({ $ref: '#/components/schemas/UploadAnswer' }),
        },
        ...refusals,
      },
    },
    options: capabilities('showUploadCapabilities', 'Ask what the server supports of the protocol', []),
  },
  '/ga/api/v2/uploads/{id}': {
    patch: {
      ...common,
      operationId: 'continueUpload',
      summary: 'Append bytes to an upload',
      description: `The protocol tus 1.0. After a lost connection, HEAD answers the \`Upload-Offset\` to continue at.\n\n${callersOf(tusCalls)}`,
      parameters: [uploadId, version, offset],
      requestBody: { required: true, content: bytes },
      responses: { 204: done, ...refusals },
    },
    post: {
      ...common,
      operationId: 'overrideUploadMethod',
      summary: 'Append to an upload or delete it where no other method passes',
      description: callersOf(tusCalls),
      parameters: [uploadId, version, offset, method],
      responses: { 204: done, ...refusals },
    },
    options: capabilities('showOneUploadCapabilities', 'Ask the same for an upload', [uploadId]),
  },
}
