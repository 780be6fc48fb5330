import { Checkbox, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { bodyDaysMax, streamInput } from '../../../src/contract/messages/streams.ts'
import { useContractForm } from '../../design/form.ts'
import { ChooseRoute } from '../../resources/routes/choose-route.tsx'
import { messageWords } from '../../words/messages.ts'
import type { StreamValues } from './stream-values.ts'

const words = messageWords.streams

export type StreamForm = ReturnType<typeof useStreamForm>

export function useStreamForm(values: StreamValues) {
  return useContractForm<StreamValues>(streamInput, values)
}

type FormProps = {
  form: StreamForm
  /** null: the person may only look. */
  save: ((values: StreamValues) => void) | null
  /** Below the fields. */
  children: ReactNode
}

export function StreamFields({ form, save, children }: FormProps) {
  const { getInputProps } = form
  const flag = (name: 'track_opens' | 'track_links' | 'unsubscription' | 'paused') =>
    getInputProps(name, { type: 'checkbox' })
  const chosen = (name: 'virtual_mta_id' | 'url_domain_id' | 'bounce_email_id') => ({
    value: form.values[name],
    error: form.errors[name],
    change: (value: string | null) => form.setFieldValue(name, value),
  })
  return (
    <form onSubmit={form.onSubmit((values) => save?.(values))} noValidate>
      <fieldset disabled={save === null} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="md" maw="32rem">
          <TextInput label={words.name} description={words.nameHint} required {...getInputProps('name')} />
          <TextInput label={words.fromName} {...getInputProps('from_name')} />
          <TextInput
            label={words.fromEmail}
            description={words.fromHint}
            type="email"
            {...getInputProps('from_email')}
          />
          <TextInput
            label={words.replyTo}
            description={words.replyHint}
            type="email"
            {...getInputProps('reply_to')}
          />
          <ChooseRoute kind="virtual_mta" {...chosen('virtual_mta_id')} />
          <ChooseRoute kind="url_domain" {...chosen('url_domain_id')} />
          <ChooseRoute kind="bounce_email" {...chosen('bounce_email_id')} />
          <Checkbox label={words.trackOpens} description={words.trackHint} {...flag('track_opens')} />
          <Checkbox label={words.trackLinks} description={words.trackHint} {...flag('track_links')} />
          <Checkbox
            label={words.unsubscription}
            description={words.unsubscriptionHint}
            {...flag('unsubscription')}
          />
          <NumberInput
            label={words.bodyDays}
            description={words.bodyDaysHint(bodyDaysMax)}
            min={0}
            max={bodyDaysMax}
            allowDecimal={false}
            {...getInputProps('body_days')}
          />
          <Switch label={words.pausedSwitch} {...flag('paused')} />
          {children}
        </Stack>
      </fieldset>
    </form>
  )
}
