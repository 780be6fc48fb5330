import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { NotFound } from '../app/not-found.tsx'
import { useOpenSession } from '../app/session.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { steppingWords as words } from '../words/session/stepping.ts'
import { useStep } from './step.ts'

/** A link to a page of another organization: system administrators can step in, for others there is nothing. */
export function Elsewhere() {
  const { user, organization, ownOrganization } = useOpenSession()
  const [here] = useLocation()
  const step = useStep()
  const [failure, setFailure] = useState<unknown>(null)
  const id = Number(useParams()['organization'])
  const isOther = Number.isSafeInteger(id) && id > 0 && id !== organization.id
  if (!isOther || user.role !== 'system_admin') return <NotFound />
  const isOwn = id === ownOrganization.id
  const open = () => (isOwn ? step.out() : step.into(id, here)).catch(setFailure)
  return (
    <Page title={words.elsewhere.title}>
      <Panel>
        <Text mb="md" maw="40rem">
          {isOwn ? words.elsewhere.own(ownOrganization.name) : words.elsewhere.other(id)}
        </Text>
        {failure !== null && <Failure error={failure} />}
        <Button onClick={() => void open()}>
          {isOwn ? words.leave(organization.name) : words.elsewhere.into(id)}
        </Button>
      </Panel>
    </Page>
  )
}
