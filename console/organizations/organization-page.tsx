import { Button, Tabs } from '@mantine/core'
import { useLocation } from 'wouter'
import { showOrganization } from '../../src/contract/organizations/endpoints.ts'
import { stepInto } from '../../src/contract/users/sessions.ts'
import { useCall, useChange } from '../app/api.ts'
import { useIdParam, useQueryParam } from '../app/places.ts'
import { useSession } from '../app/session.tsx'
import { Page } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { organizationWords as words } from '../words/organizations.ts'
import { Activity } from './organizations-page.tsx'
import { Brake } from './brake.tsx'
import { Limits } from './limits.tsx'
import { Overview } from './overview.tsx'
import { Permissions } from './permissions.tsx'

const tabs = ['overview', 'limits', 'permissions', 'brake'] as const

export default function OneOrganization() {
  const id = useIdParam('organization')
  return <Loaded id={id} />
}

function Loaded({ id }: { id: number }) {
  const [tab, choose] = useQueryParam('part', 'overview')
  const answer = useCall(showOrganization, { params: { organization_id: id } })
  const known = answer.data?.data
  return (
    <Page
      title={known?.name ?? words.title}
      aside={known && <Activity isOn={known.active ?? true} />}
      actions={known && <StepInto id={id} name={known.name} />}
      parent={{ title: words.title, to: '/system/organizations' }}
    >
      <Tabs
        value={tabs.find((one) => one === tab) ?? 'overview'}
        onChange={(next) => choose(next ?? 'overview')}
        keepMounted={false}
      >
        <Tabs.List aria-label={words.tabsLabel} mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {words.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Answered of={answer}>
          {({ data }) => (
            <>
              <Tabs.Panel value="overview">
                <Overview of={data} />
              </Tabs.Panel>
              <Tabs.Panel value="limits">
                <Limits of={data} />
              </Tabs.Panel>
              <Tabs.Panel value="permissions">
                <Permissions of={data} />
              </Tabs.Panel>
              <Tabs.Panel value="brake">
                <Brake id={data.id} />
              </Tabs.Panel>
            </>
          )}
        </Answered>
      </Tabs>
    </Page>
  )
}

const systemOrganizationId = 1

/** Its users, keys, lists and log are shown inside; what is done there is in its audit log. */
function StepInto({ id, name }: { id: number; name: string }) {
  const [, go] = useLocation()
  const { enter } = useSession()
  const step = useChange(stepInto, {
    done: (session) => {
      enter(session)
      go('/')
    },
  })
  if (id === systemOrganizationId) return null
  return (
    <Button loading={step.isPending} onClick={() => step.mutate({ body: { organization_id: id } })}>
      {words.stepInto(name)}
    </Button>
  )
}
