import { Alert, Button, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ApiFailure } from '../../src/client/api.ts'
import { setUp, setUpInput, showSetUp } from '../../src/contract/users/set-up.ts'
import { useSession } from '../app/session.tsx'
import { messageOf } from '../design/failures.ts'
import { refusedFields, useContractForm } from '../design/form.ts'
import { ownZone, zoneNames } from '../design/zones.ts'
import { setUpWords as words } from '../words/session/set-up.ts'
import { userWords } from '../words/session/users.ts'
import { Alone } from './alone.tsx'

type Stage = 'form' | 'done' | 'noLink'

/** The first minute: the administrator of this server and their organization. The token follows the # of the address. */
export default function SetUp() {
  const { client } = useSession()
  const [token] = useState(() => window.location.hash.slice(1))
  const [stage, setStage] = useState<Stage>(token === '' ? 'noLink' : 'form')
  useEffect(() => {
    client.call(showSetUp).then(
      ({ data }) => setStage((now) => (data.is_open ? now : 'done')),
      () => null,
    )
  }, [client])
  if (stage === 'done') {
    return (
      <Alone title={words.done.title}>
        <Text mb="lg">{words.done.text}</Text>
        <Button component={Link} href="/log-in">
          {words.done.logIn}
        </Button>
      </Alone>
    )
  }
  if (stage === 'noLink') {
    return (
      <Alone title={words.noLink.title}>
        <Text>{words.noLink.text}</Text>
      </Alone>
    )
  }
  return (
    <Alone title={words.title} lead={words.lead} wide>
      <SetUpForm token={token} leaveFor={setStage} />
    </Alone>
  )
}

function SetUpForm({ token, leaveFor }: { token: string; leaveFor: (stage: Stage) => void }) {
  const { form, problem, isBusy, submit } = useSetUp(token, leaveFor)
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} className="panel" noValidate>
      <Stack gap="md" p="lg">
        {problem !== null && (
          <Alert role="alert" variant="outline" color="var(--quiver-danger)">
            {problem}
          </Alert>
        )}
        <TextInput
          label={words.name}
          autoComplete="name"
          required
          autoFocus
          {...form.getInputProps('full_name')}
        />
        <TextInput
          label={words.email}
          description={words.emailHint}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={words.password}
          description={words.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <TextInput
          label={words.organization}
          description={words.organizationHint}
          autoComplete="organization"
          required
          {...form.getInputProps('organization_name')}
        />
        <Select
          label={words.zone}
          description={words.zoneHint}
          data={zoneNames(form.values.time_zone_name)}
          searchable
          required
          allowDeselect={false}
          limit={50}
          nothingFoundMessage={words.noZone}
          {...form.getInputProps('time_zone_name')}
        />
        <Button type="submit" loading={isBusy}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  )
}

const noValues = { full_name: '', email: '', password: '', organization_name: '' }

function useSetUp(token: string, leaveFor: (stage: Stage) => void) {
  const { client, enter } = useSession()
  const [, go] = useLocation()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useContractForm(setUpInput, { ...noValues, token, time_zone_name: ownZone() })
  const submit = async (body: typeof form.values) => {
    setBusy(true)
    setProblem(null)
    try {
      enter((await client.call(setUp, { body })).data)
      go('/', { replace: true })
    } catch (failure) {
      const fields = refusedFields(failure)
      if (!(failure instanceof ApiFailure)) setProblem(userWords.logIn.offline)
      else if (failure.code === 'not_authorized') leaveFor('done')
      else if (fields?.['token'] !== undefined) leaveFor('noLink')
      else if (fields !== null) form.setErrors(fields)
      else setProblem(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { form, problem, isBusy, submit }
}
