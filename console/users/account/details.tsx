import { Button, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { ownChanges, showOwnUser, updateOwnUser } from '../../../src/contract/users/current.ts'
import type { User } from '../../../src/contract/users/endpoints.ts'
import { isLanguage } from '../../../src/contract/users/languages.ts'
import { useCall, useChange } from '../../app/api.ts'
import { chooseLanguage } from '../../app/reach/language.ts'
import { useSession } from '../../app/session.tsx'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { zoneNames } from '../../design/zones.ts'
import { languageData } from '../language-choice.tsx'
import { meWords } from '../../words/session/me.ts'

const words = meWords.details

export function Details() {
  const user = useCall(showOwnUser, {})
  return (
    <Panel title={words.title}>
      <Answered of={user}>{({ data }) => <DetailsForm key={data.id} user={data} />}</Answered>
    </Panel>
  )
}

function DetailsForm({ user }: { user: Pick<User, 'full_name' | 'time_zone' | 'language'> }) {
  const { check, session } = useSession()
  const change = useChange(updateOwnUser, {
    done: (saved) => {
      form.resetDirty()
      if (saved.language !== user.language) chooseLanguage(saved.language)
      void check()
    },
  })
  // The answer names zones as Rails does; the session has the name that browsers know.
  const zone = user.time_zone === null ? null : (session?.time_zone ?? null)
  const form = useContractForm(ownChanges, {
    full_name: user.full_name,
    time_zone: zone,
    language: user.language,
  })
  useAskBeforeClosing(form.isDirty())
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ body }))} noValidate>
      <Stack gap="md" maw="24rem">
        <TextInput label={words.name} autoComplete="name" required {...form.getInputProps('full_name')} />
        <NativeSelect
          label={words.language}
          data={[{ value: '', label: words.byBrowser }, ...languageData()]}
          {...form.getInputProps('language')}
          value={form.values.language ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('language', isLanguage(value) ? value : null)
          }
        />
        <Select
          label={words.zone}
          description={words.zoneHint}
          data={zoneNames(zone)}
          searchable
          clearable
          limit={50}
          {...form.getInputProps('time_zone')}
        />
        {change.isError && <Failure error={change.error} />}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
            {words.submit}
          </Button>
          {change.isSuccess && (
            <Text role="status" c="var(--quiver-success)">
              {words.saved}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}
