import { Anchor, Box, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { listAutoresponderOutcomes } from '../../../../src/contract/autoresponders/outcomes.ts'
import { showMailingList } from '../../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { useInOrganization } from '../../../app/places.ts'
import { Panel } from '../../../design/page.tsx'
import { Answered } from '../../../design/states.tsx'
import { Ask } from './ask.tsx'
import { OutcomeText } from './outcome.tsx'
import { whyWords as words } from '../../../words/report/why.ts'

const perPage = 20

type Params = { mailing_list_id: number; id: number }

/** In the report of an autoresponder: what became of its message, and of its steps, for the person with an address. */
export function WhyNotOfAutoresponder({ params: { mailing_list_id: listId, id } }: { params: Params }) {
  const may = useMay()
  const list = useCall(showMailingList, { params: { id: listId } })
  if (!may(listAutoresponderOutcomes)) return null
  return (
    <Ask lead={words.leadAutoresponder} listId={listId} listName={list.data?.data.name ?? ''}>
      {(personId) => (
        <Outcomes params={{ mailing_list_id: listId, id: personId }} query={{ autoresponder_id: id }} />
      )}
    </Ask>
  )
}

/** What became of the autoresponders of the list for a person, and why they did not get one. */
export function AutorespondersOfPerson({ listId, id }: { listId: number; id: number }) {
  return (
    <Panel title={words.autoresponders}>
      <Outcomes params={{ mailing_list_id: listId, id }} query={{}} isLinked />
    </Panel>
  )
}

type OutcomesProps = { params: Params; query: { autoresponder_id?: number }; isLinked?: boolean }

function Outcomes({ params, query, isLinked = false }: OutcomesProps) {
  const at = useInOrganization()
  const [shown, setShown] = useState(perPage)
  const asked = { params, query: { ...query, per_page: Math.min(shown, 500) } }
  const answer = useCall(listAutoresponderOutcomes, asked, { keep: true })
  return (
    <Answered of={answer}>
      {({ data, paging }) =>
        data.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.noAutoresponders}
          </Text>
        ) : (
          <Stack gap="md">
            {data.map(({ autoresponder, step, ...outcome }) => (
              <Box key={step?.id ?? autoresponder.id}>
                {isLinked && step === null ? (
                  <Anchor
                    component={Link}
                    href={at(`/lists/${params.mailing_list_id}/autoresponders/${autoresponder.id}`)}
                    style={{ overflowWrap: 'anywhere' }}
                  >
                    {autoresponder.name}
                  </Anchor>
                ) : (
                  <Text style={{ overflowWrap: 'anywhere' }}>{step?.name ?? words.ownMessage}</Text>
                )}
                <OutcomeText of={outcome} />
              </Box>
            ))}
            {paging !== null && paging.num_records > data.length && (
              <Box>
                <Button variant="default" size="xs" onClick={() => setShown(shown + perPage)}>
                  {words.more}
                </Button>
              </Box>
            )}
          </Stack>
        )
      }
    </Answered>
  )
}
