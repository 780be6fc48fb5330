import { Alert, Button, SimpleGrid, Stack } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { createCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import type { Overview as Answer } from '../../../src/contract/organizations/overview.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, useZone } from '../../app/places.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Page } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { overviewWords as words } from '../../words/session/overview.ts'
import { Attention } from './attention.tsx'
import { Doors } from './doors.tsx'
import { FirstSteps } from './steps.tsx'
import { Figures } from './last-campaigns.tsx'
import { Growth } from './growth.tsx'
import { useOverview } from './live.ts'
import { Running } from './running.tsx'

/** What runs, what needs attention, and how the last jobs ended. */
export default function Overview() {
  const { user, features } = useOpenSession()
  const zone = useZone()
  const overview = useOverview()
  const isNew = overview.data?.data.is_new === true
  return (
    <Page
      title={words.title}
      lead={words.greeting(hourIn(zone), firstNameOf(user.full_name))}
      actions={overview.data !== undefined && !isNew && <Actions />}
    >
      <Stack gap="md">
        {!features.sends_mail && (
          <Alert
            variant="light"
            color="petrol"
            icon={<IconMailOff stroke={1.75} />}
            styles={{ message: { color: 'var(--mantine-color-text)' } }}
          >
            {words.noMail}
          </Alert>
        )}
        <Answered of={overview}>
          {({ data }) => (
            <>
              {data.is_new && <Doors />}
              {data.campaigns?.length === 0 && <FirstSteps data={data} />}
              {!data.is_new && <Parts data={data} />}
            </>
          )}
        </Answered>
      </Stack>
    </Page>
  )
}

function Parts({ data }: { data: Answer }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Running jobs={data.running} />
        <Attention concerns={data.attention} />
      </SimpleGrid>
      {data.campaigns !== null && <Figures campaigns={data.campaigns} />}
      <Growth growth={data.growth} />
    </Stack>
  )
}

function Actions() {
  const may = useMay()
  const at = useInOrganization()
  return (
    <>
      {may(createSubscriberImport) && (
        <Button component={Link} href={at('/imports/new')} variant="default">
          {words.importFile}
        </Button>
      )}
      {may(createCampaign) && (
        <Button component={Link} href={at('/campaigns/new')}>
          {words.writeCampaign}
        </Button>
      )}
    </>
  )
}

function hourIn(zone: string): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(),
  )
}

function firstNameOf(name: string): string {
  return name.split(/\s+/)[0] ?? name
}
