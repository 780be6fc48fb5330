import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { listAllCampaigns } from '../../../src/contract/campaigns/all-lists.ts'
import { listWebForms } from '../../../src/contract/lists/forms/endpoints.ts'
import {
  showMailingList,
  showMailingListGrowth,
  updateMailingList,
  type MailingList,
} from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Loading } from '../../design/states.tsx'
import { Figures } from '../../organizations/overview/last-campaigns.tsx'
import { formWords } from '../../words/audience/forms.ts'
import { fieldWords, listWords } from '../../words/audience/lists.ts'
import { readerWords } from '../../words/audience/readers.ts'
import { remoteListWords } from '../../words/audience/remote.ts'
import { ComesAndGoes, GrowthOfList } from './growth.tsx'
import { People } from './people.tsx'

/** The home of a list: who is on it, how it grows, what was sent to it, and the way to all that belongs to it. */
export default function OneList() {
  const id = useIdParam('list')
  return <KnownList id={id} />
}

function KnownList({ id }: { id: number }) {
  const may = useMay()
  const at = useInOrganization()
  const list = useCall(showMailingList, { params: { id } })
  const door = (to: string, word: string) => (
    <Button variant="default" component={Link} href={at(`/lists/${id}/${to}`)}>
      {word}
    </Button>
  )
  return (
    <Page
      title={list.data?.data.name ?? listWords.title}
      parent={{ title: listWords.title, to: at('/lists') }}
      actions={
        <>
          {may(listWebForms) && door('forms', formWords.title)}
          {door('fields', fieldWords.title)}
          {may(updateMailingList) && door('readers', readerWords.open)}
          {may(updateMailingList) && door('settings', listWords.one.settings)}
        </>
      }
    >
      <Answered of={list}>{({ data }) => <Home list={data} />}</Answered>
    </Page>
  )
}

function Home({ list: { id, is_remote_list: isRemote } }: { list: MailingList }) {
  const may = useMay()
  const growth = useCall(showMailingListGrowth, { params: { id } }, { enabled: !isRemote })
  return (
    <Stack gap="lg">
      {isRemote ? (
        <Panel title={listWords.one.people}>
          <Text>{remoteListWords.people}</Text>
        </Panel>
      ) : (
        <Answered of={growth} loading={<Loading rows={13} />}>
          {({ data }) => (
            <Stack gap="lg">
              <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
                <People listId={id} now={data.now} />
                <GrowthOfList days={data.days} />
              </SimpleGrid>
              <ComesAndGoes listId={id} growth={data} />
            </Stack>
          )}
        </Answered>
      )}
      {may(listAllCampaigns) && <LastCampaigns listId={id} />}
    </Stack>
  )
}

/** The last ones that have begun. Those whose figures the user may not read are left out. */
function LastCampaigns({ listId }: { listId: number }) {
  const query = { mailing_list_id: listId, per_page: 5, started_at__start: '2000-01-01' }
  const last = useCall(listAllCampaigns, { query })
  return (
    <Answered of={last}>
      {({ data }) => (
        <Figures
          campaigns={data.flatMap(({ id, name, dispatch, stats }) =>
            stats === null || dispatch?.started_at == null
              ? []
              : [
                  {
                    id,
                    name,
                    started_at: dispatch.started_at,
                    recipients: stats.recipients.total,
                    sent: stats.sent.accepted,
                    opened: stats.open.unique,
                    clicked: stats.click.unique,
                    left: stats.unsub.unique,
                  },
                ],
          )}
        />
      )}
    </Answered>
  )
}
