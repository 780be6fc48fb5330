import { Checkbox, Select, Stack, TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { listAutoresponders, triggers, type Trigger } from '../../../src/contract/autoresponders/endpoints.ts'
import { referenceOf } from '../../../src/contract/autoresponders/rules.ts'
import { useCall } from '../../app/api.ts'
import { CampaignSelect } from '../../resources/choose/campaign-select.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import type { Autoresponder } from './autoresponders-page.tsx'

export type TriggerValues = {
  trigger: Trigger
  onImport: boolean
  onApi: boolean
  /** The campaign or autoresponder that is opened, clicked or sent. */
  source: string | null
  anyUrl: boolean
  urls: string[]
}

export const newTrigger: TriggerValues = {
  trigger: 'subscription',
  onImport: false,
  onApi: true,
  source: null,
  anyUrl: true,
  urls: [],
}

export function triggerOf(of: Autoresponder): TriggerValues {
  const { trigger } = of
  const source = trigger in referenceOf ? of[referenceOf[trigger as keyof typeof referenceOf]] : null
  const isCampaign = trigger === 'campaign_click'
  return {
    trigger,
    onImport: of.trigger_include_subscribers_from_import,
    onApi: of.trigger_run_on_api,
    source: source === null ? null : String(source),
    anyUrl: isCampaign
      ? of.trigger_campaign_to_click_on_any_url
      : of.trigger_autoresponder_to_click_on_any_url,
    urls: isCampaign ? of.trigger_campaign_to_click_urls : of.trigger_autoresponder_to_click_urls,
  }
}

/** What the API takes. Only what the trigger uses goes along. */
export function bodyOf({ trigger, onImport, onApi, source, anyUrl, urls }: TriggerValues) {
  if (trigger === 'subscription')
    return { trigger, trigger_include_subscribers_from_import: onImport, trigger_run_on_api: onApi }
  if (trigger === 'api') return { trigger }
  const [kind] = trigger.split('_')
  const clicks = {
    [`trigger_${kind}_to_click_on_any_url`]: anyUrl,
    ...(anyUrl ? {} : { [`trigger_${kind}_to_click_urls`]: urls }),
  }
  return {
    trigger,
    [referenceOf[trigger]]: source === null ? null : Number(source),
    ...(trigger.endsWith('click') ? clicks : {}),
  }
}

type FieldsProps<Values extends TriggerValues> = {
  form: UseFormReturnType<Values>
  listId: number
  /** An autoresponder cannot wait for itself. */
  ownId?: number
}

export function TriggerFields<Values extends TriggerValues>({ form, listId, ownId }: FieldsProps<Values>) {
  const { trigger, anyUrl } = form.values
  return (
    <Stack gap="sm" w="100%" maw="32rem">
      <Select
        label={words.trigger}
        data={triggers.map((value) => ({ value, label: words.triggers[value] }))}
        allowDeselect={false}
        {...form.getInputProps('trigger')}
      />
      {trigger === 'subscription' && (
        <>
          <Checkbox label={words.onImport} {...form.getInputProps('onImport', { type: 'checkbox' })} />
          <Checkbox label={words.onApi} {...form.getInputProps('onApi', { type: 'checkbox' })} />
        </>
      )}
      {trigger.startsWith('campaign') && (
        <CampaignSelect label={words.campaign} listId={listId} {...sourceOf(form.getInputProps('source'))} />
      )}
      {trigger.startsWith('autoresponder') && (
        <Other listId={listId} ownId={ownId} input={form.getInputProps('source')} />
      )}
      {trigger.endsWith('click') && (
        <>
          <Checkbox label={words.anyUrl} {...form.getInputProps('anyUrl', { type: 'checkbox' })} />
          {!anyUrl && (
            <TagsInput label={words.urls} description={words.urlsHint} {...form.getInputProps('urls')} />
          )}
        </>
      )}
    </Stack>
  )
}

type SourceProps = { listId: number; ownId?: number | undefined; input: object }

/** The form keeps ids as texts. */
function sourceOf({
  value,
  onChange,
  ...rest
}: {
  value?: unknown
  onChange: (value: string | null) => void
}) {
  return {
    ...rest,
    value: typeof value === 'string' ? Number(value) : null,
    onChange: (id: number | null) => onChange(id === null ? null : String(id)),
  }
}

function Other({ listId, ownId, input }: SourceProps) {
  const params = { mailing_list_id: listId }
  const found = useCall(listAutoresponders, { params, query: { per_page: 2000 } })
  const others = (found.data?.data ?? []).filter(({ id }) => id !== ownId)
  const data = others.map(({ id, name }) => ({ value: String(id), label: name }))
  return <Select label={words.other} data={data} searchable {...input} />
}
