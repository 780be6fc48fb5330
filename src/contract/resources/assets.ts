import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { flag, line, urlText } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { filter, orBlank } from '../api/query.ts'

export const assetBytesMax = 5 * 1_048_576
/** Of one organization. */
export const assetsMax = 2000
export const assetsBytesMax = 500 * 1_048_576
/** Four characters for three bytes, and the rest of the body. */
export const assetBodyMax = Math.ceil(assetBytesMax / 3) * 4 + 65_536

export const assetSchema = z
  .object({
    id: z.int(),
    filename: z.string(),
    content_type: z
      .string()
      .meta({ description: 'By the content: image/png, image/jpeg, image/gif, image/webp.' }),
    size_bytes: z.int(),
    width_px: z.int(),
    height_px: z.int(),
    url: z.string().meta({
      description: 'The public address, for messages. It cannot be guessed and does not change.',
    }),
    created_at: z.iso.datetime({ offset: true }),
    use_count: z
      .int()
      .nullable()
      .optional()
      .meta({
        description:
          'Present with `uses`: the number of messages, templates and brands that show the picture; null if counting ' +
          'takes longer than 5 seconds.',
      }),
  })
  .meta({ id: 'Asset' })

export type AssetRecord = z.output<typeof assetSchema>

const content = z
  .string()
  .min(1)
  .max(Math.ceil(assetBytesMax / 3) * 4 + 4, {
    error: `must be at most ${assetBytesMax / 1_048_576} MB`,
    abort: true,
  })

export const assetInput = z.object({
  filename: line(255)
    .default('')
    .meta({ description: 'The name of the file, for people. Default: picture.' }),
  content: content.meta({
    description:
      'The file in Base64: PNG, JPEG, GIF or WebP, at most 5 MB. SVG is refused, because it can run scripts.',
  }),
})
export type AssetInput = z.output<typeof assetInput>

const common = { tag: 'Pictures', role: 'standard', paged: 'none' } as const

export const listAssets = endpoint({
  ...common,
  id: 'listAssets',
  method: 'GET',
  path: 'assets',
  costly: { withQuery: 'uses' },
  summary: 'List the pictures of the organization, the newest first',
  query: pageQuery.safeExtend({
    filename_contains: filter('Return pictures whose filename contains this text. Case is ignored.'),
    uses: orBlank(flag).meta({ description: 'Whether to count what shows each picture. Default: false.' }),
  }),
  paged: 'page',
  data: z.array(assetSchema),
})

export const createAsset = endpoint({
  ...common,
  id: 'createAsset',
  permission: ['campaign.create', 'campaign.update'],
  method: 'POST',
  path: 'assets',
  summary: 'Add a picture for messages; one that is there already is returned again',
  wrapper: 'asset',
  body: assetInput,
  data: assetSchema,
})

export const copyAssetInput = z.object({
  url: urlText(2000).meta({
    description:
      'Where the picture is. It is fetched under the same rules as files of imports (`IMPORT_URL_ALLOW`), within 15 seconds.',
  }),
})
export type CopyAssetInput = z.output<typeof copyAssetInput>

export const copyAsset = endpoint({
  ...common,
  id: 'copyAsset',
  permission: ['campaign.create', 'campaign.update'],
  method: 'POST',
  path: 'assets/copy',
  costly: true,
  summary: 'Add a picture from another server; one that is there already is returned again',
  wrapper: 'asset',
  body: copyAssetInput,
  data: assetSchema,
})

/** Of each kind. */
export const assetUsesMax = 100

export const showAssetUses = endpoint({
  ...common,
  id: 'showAssetUses',
  method: 'GET',
  path: 'assets/:id/uses',
  costly: true,
  summary: `Show what loses a picture that is deleted: up to ${assetUsesMax} records of each kind, the newest first`,
  data: z
    .object({
      uses: z
        .array(
          z.object({
            type: z.string().meta({
              description:
                'Campaign, Template, Autoresponder (its own message or that of a step), Organization (header and ' +
                'footer) or Brand (its logo).',
            }),
            id: z.int().nullable().meta({ description: 'null for a brand.' }),
            name: z.string(),
            mailing_list_id: z.int().nullable(),
            state: z.string().nullable().meta({ description: 'Of a campaign: sent ones lose it as well.' }),
          }),
        )
        .nullable()
        .meta({ description: 'null if the search takes longer than 5 seconds.' }),
    })
    .meta({ id: 'AssetUses' }),
})

export type AssetUse = NonNullable<z.output<(typeof showAssetUses)['data']>['uses']>[number]

export const deleteAsset = endpoint({
  ...common,
  id: 'deleteAsset',
  permission: 'campaign.delete',
  method: 'DELETE',
  path: 'assets/:id',
  summary: 'Delete a picture; messages that show it, sent ones as well, lose it',
  data: z.null(),
})
