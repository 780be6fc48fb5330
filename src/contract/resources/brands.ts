import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice, idField, line, text, urlText } from '../api/fields.ts'
import { languages } from '../responses/words.ts'

const pictureOfLogo = z.object({
  id: z.int(),
  url: z.string(),
  width_px: z.int(),
  height_px: z.int(),
})

export const brandSchema = z
  .object({
    name: z.string().meta({ description: 'Empty: the name of the organization.' }),
    color: z.string().nullable().meta({ description: '#rrggbb. null: the color of Quiver.' }),
    logo: pictureOfLogo.nullable(),
    imprint: z.string(),
    imprint_url: z.string(),
    language: z
      .enum(languages)
      .nullable()
      .meta({ description: 'null: the language that the browser of the reader asks for.' }),
    updated_at: z.iso
      .datetime({ offset: true })
      .meta({ description: 'At the beginning of 1970: nothing has been set yet.' }),
  })
  .meta({ id: 'Brand' })

export type BrandRecord = z.output<typeof brandSchema>

const emptied = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema
    .nullable()
    .transform((value) => (value ?? '').trim())
    .optional()

const color = text(20)
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => value === '' || /^#[0-9a-f]{6}$/.test(value), 'must be a color such as #0b5f6b')
  .nullable()
  .transform((value) => (value === '' ? null : value))
  .optional()

const webAddress = urlText(2000).refine(
  (value) => value.trim() === '' || (/^https?:\/\//i.test(value.trim()) && URL.canParse(value.trim())),
  'must be a web address that begins with https:// or http://',
)

/** Attributes that are not given keep their values; null and "" empty them. */
export const brandChanges = z.object({
  name: emptied(line(100)).meta({
    description: 'The name that readers see, up to 100 characters. Empty: the name of the organization.',
  }),
  color: color.meta({
    description:
      'The color of buttons, #rrggbb. The words on them become black or white, so that they can be read. null: that of Quiver.',
  }),
  logo_id: idField.nullish().meta({
    description: 'The picture that stands above the pages, by its id among the assets. null: the name.',
  }),
  imprint: emptied(text(1000)).meta({
    description: 'Who is responsible, with the postal address, in lines below the pages. Default: empty.',
  }),
  imprint_url: emptied(webAddress).meta({
    description: 'The web address of the full legal notice. Default: empty, no link.',
  }),
  language: choice(languages).nullish().meta({
    description: 'The language of the pages. null: the one that the browser of the reader asks for.',
  }),
})

export type BrandChanges = z.output<typeof brandChanges>

const common = { tag: 'Brand', paged: 'none', data: brandSchema } as const
const ofList = 'mailing_lists/:mailing_list_id/brand'

export const showBrand = endpoint({
  ...common,
  id: 'showBrand',
  role: 'organization_admin',
  method: 'GET',
  path: 'brand',
  summary: 'Show what readers see of the organization on its public pages',
})

export const updateBrand = endpoint({
  ...common,
  id: 'updateBrand',
  versioned: true,
  role: 'organization_admin',
  method: 'PUT',
  path: 'brand',
  summary: 'Change what readers see of the organization; attributes that are not given keep their values',
  wrapper: 'brand',
  body: brandChanges,
})

export const showListBrand = endpoint({
  ...common,
  id: 'showListBrand',
  role: 'standard',
  method: 'GET',
  path: ofList,
  summary: 'Show what is different for readers of a list; what is empty is as in the organization',
})

export const updateListBrand = endpoint({
  ...common,
  id: 'updateListBrand',
  versioned: true,
  role: 'standard',
  permission: 'mailing_list.update',
  method: 'PUT',
  path: ofList,
  summary: 'Change what is different for readers of a list; attributes that are not given keep their values',
  wrapper: 'brand',
  body: brandChanges,
})
