import { Alert, Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  createAssistantGrant,
  inspectAssistantRequest,
  type GrantRequest,
} from '../../../src/contract/users/assistant-grants.ts'
import { useChange } from '../../app/api.ts'
import { useOpenSession, useSession } from '../../app/session.tsx'
import { Facts } from '../../design/facts.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { SomeLists } from '../../resources/choose/list-limit.tsx'
import { assistantWords as words } from '../../words/session/assistants.ts'

const dayChoices = [1, 7, 30, 90]

/** Where programs send people: the authorization endpoint of /mcp. Nothing leads to an address that the server has not checked. */
export default function Connect() {
  const [params] = useSearchParams()
  const { client } = useSession()
  const body = requestOf(params)
  const asked = useQuery({
    queryKey: ['connect', params.toString()],
    queryFn: ({ signal }) => client.call(inspectAssistantRequest, { body, signal }),
    retry: false,
    staleTime: Infinity,
  })
  return (
    <Page title={words.title}>
      <Answered of={asked}>{({ data }) => <Consent asked={data} body={body} />}</Answered>
    </Page>
  )
}

function requestOf(params: URLSearchParams): GrantRequest {
  return {
    client_id: params.get('client_id') ?? '',
    redirect_uri: params.get('redirect_uri') ?? '',
    response_type: params.get('response_type') ?? '',
    code_challenge: params.get('code_challenge'),
    code_challenge_method: params.get('code_challenge_method'),
    resource: params.get('resource'),
    state: params.get('state'),
  }
}

type Asked = { client_name: string; redirect_host: string; is_own_machine: boolean; refused_to: string }

function Consent({ asked, body }: { asked: Asked; body: GrantRequest }) {
  const { organization, user } = useOpenSession()
  const [mayChange, setMayChange] = useState('read')
  const [days, setDays] = useState('30')
  const [lists, setLists] = useState<number[] | null>(null)
  const agree = useChange(createAssistantGrant, {
    done: ({ redirect_to: to }) => window.location.assign(to),
  })
  if (agree.isSuccess) return <Text role="status">{words.leaving}</Text>
  const { client_name: name, redirect_host: host, is_own_machine: isOwn } = asked
  const submit = () =>
    agree.mutate({
      body: {
        ...body,
        may_change: mayChange === 'change',
        days: Number(days),
        mailing_list_ids: lists,
      },
    })
  return (
    <Panel>
      <Stack gap="md" maw="36rem">
        <Facts
          of={[
            { word: words.who, value: `“${name}”` },
            { word: words.where, value: isOwn ? words.ownMachine(host) : host },
            { word: words.organization, value: organization.name },
            { word: words.you, value: `${user.full_name} (${user.email})` },
          ]}
        />
        <Alert color="var(--quiver-warning)" variant="outline">
          {words.whoHint} {words.warning}
        </Alert>
        <Radio.Group label={words.what} description={words.limits} value={mayChange} onChange={setMayChange}>
          <Stack gap="xs" mt="xs">
            <Radio value="read" label={words.read} />
            <Radio value="change" label={words.change} />
          </Stack>
        </Radio.Group>
        <ListChoice value={lists} set={setLists} />
        <Select
          label={words.days}
          allowDeselect={false}
          data={dayChoices.map((one) => ({ value: String(one), label: words.daysOf(one) }))}
          value={days}
          onChange={(value) => setDays(value ?? '30')}
        />
        {agree.isError && <Failure error={agree.error} />}
        <Group>
          <Button variant="default" onClick={() => window.location.assign(asked.refused_to)} data-autofocus>
            {words.refuse}
          </Button>
          <Button onClick={submit} loading={agree.isPending} disabled={lists?.length === 0}>
            {words.agree}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

type ListChoiceProps = { value: number[] | null; set: (value: number[] | null) => void }

function ListChoice({ value, set }: ListChoiceProps) {
  return (
    <>
      <Radio.Group
        label={words.lists}
        value={value === null ? 'all' : 'some'}
        onChange={(next) => set(next === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={words.allLists} />
          <Radio value="some" label={words.someLists} />
        </Stack>
      </Radio.Group>
      {value !== null && <SomeLists ids={value} set={set} />}
    </>
  )
}
