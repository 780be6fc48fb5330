import { z } from 'zod'
import { templateChanges, templateInput } from './input.ts'
import { campaignRecord, contentSchema, deletedCampaignSchema, firstContentRecord } from './endpoints.ts'
import { endpoint } from '../api/endpoint.ts'
import { wholeQuery } from '../api/paging.ts'

export const templateSchema = z
  .object({ ...campaignRecord, contents: z.array(contentSchema), ...firstContentRecord })
  .meta({ id: 'CampaignTemplate' })

const common = { tag: 'Campaign templates', role: 'standard', paged: 'none' } as const

export const listTemplates = endpoint({
  ...common,
  id: 'listTemplates',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/templates',
  summary: 'List the campaign templates of a mailing list, by id',
  query: wholeQuery,
  paged: 'page',
  data: z.array(templateSchema),
})

export const createTemplate = endpoint({
  ...common,
  id: 'createTemplate',
  permission: 'campaign/template.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/templates',
  summary: 'Create a campaign template',
  wrapper: 'template',
  body: templateInput,
  data: templateSchema,
})

const one = {
  ...common,
  path: 'templates/:id',
  aliases: ['mailing_lists/:mailing_list_id/templates/:id'],
} as const

export const showTemplate = endpoint({
  ...one,
  id: 'showTemplate',
  method: 'GET',
  summary: 'Show a campaign template',
  data: templateSchema,
})

export const updateTemplate = endpoint({
  ...one,
  id: 'updateTemplate',
  versioned: true,
  permission: 'campaign/template.update',
  method: 'PUT',
  summary: 'Update a campaign template; attributes that are not given keep their values',
  wrapper: 'template',
  body: templateChanges,
  data: templateSchema,
})

export const deleteTemplate = endpoint({
  ...one,
  id: 'deleteTemplate',
  versioned: true,
  permission: 'campaign/template.delete',
  method: 'DELETE',
  summary: 'Delete a campaign template; campaigns created from it stay',
  data: deletedCampaignSchema,
})
