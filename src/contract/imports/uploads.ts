import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { pageQuery } from '../api/paging.ts'

/** An upload is purged this long after its last use. */
export const uploadHours = 24

/** Per organization, complete ones included. */
export const uploadsMax = 100

const time = z.iso.datetime({ offset: true })

export const uploadSchema = z
  .object({
    id: z.int(),
    filename: z.string().meta({ description: 'The name of the file as it was uploaded.' }),
    size_bytes: z.int(),
    offset: z.int().meta({ description: 'The number of bytes that are on the disk of the server.' }),
    complete: z.boolean().meta({ description: 'Whether all bytes are. Only then can an import use it.' }),
    created_at: time,
    expires_at: time.nullable().meta({
      description: `When it will be deleted: ${uploadHours} hours after its last use. null while an import uses it.`,
    }),
  })
  .meta({ id: 'Upload' })

export type UploadRecord = z.infer<typeof uploadSchema>

const common = {
  tag: 'Uploads',
  role: 'standard',
  permission: 'subscriber.import',
  paged: 'none',
} as const

export const listUploads = endpoint({
  ...common,
  id: 'listUploads',
  method: 'GET',
  path: 'uploads',
  summary: 'List the uploads of the organization, newest first',
  query: pageQuery,
  paged: 'page',
  data: z.array(uploadSchema),
})

export const showUpload = endpoint({
  ...common,
  id: 'showUpload',
  method: 'GET',
  path: 'uploads/:id',
  summary: 'Show an upload and how much of it has arrived',
  data: uploadSchema,
})

export const deleteUpload = endpoint({
  ...common,
  id: 'deleteUpload',
  method: 'DELETE',
  path: 'uploads/:id',
  summary: 'Delete an upload that no unfinished import uses',
  data: z.null(),
})

export const uploadDirectoryFileSchema = z
  .object({
    filename: z.string().meta({ description: 'The name by which an import refers to the file.' }),
    size_bytes: z.int(),
    modified_at: time,
  })
  .meta({ id: 'UploadDirectoryFile' })

/** More are not of use to choose from. */
export const directoryFilesMax = 500

export const listUploadDirectoryFiles = endpoint({
  ...common,
  id: 'listUploadDirectoryFiles',
  method: 'GET',
  path: 'uploads/directory_files',
  summary: `List the files in the upload directory of the organization that an import can use, newest first, at most ${directoryFilesMax}`,
  data: z.array(uploadDirectoryFileSchema),
})

/** The calls of the tus protocol, which have headers and bytes instead of JSON. */
export const tusCalls = { id: 'listUploads', role: common.role, permission: common.permission } as const
