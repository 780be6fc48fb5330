import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createCampaign } from '../../../../src/contract/campaigns/endpoints.ts'
import type { PeopleQuery } from '../../../../src/contract/campaigns/results/people.ts'
import { createSubscriberExport } from '../../../../src/contract/exports/endpoints.ts'
import type { Clause } from '../../../../src/contract/segments/clauses.ts'
import { createSegment } from '../../../../src/contract/segments/endpoints.ts'
import { useChange } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { useInOrganization, useZone } from '../../../app/places.ts'
import { instantWithoutZone } from '../../../design/figures.ts'
import { Failure } from '../../../design/states.tsx'
import { ExportDialog } from '../../../exports/dialog.tsx'
import { words as appWords } from '../../../words/app.ts'
import { clausesFor, type Asked, type Mailing } from './clauses.ts'
import { peopleOfWords as words } from '../../../words/report/people.ts'

type ActionsProps = {
  of: Mailing
  name: string
  query: PeopleQuery
  asked?: Asked
  isNobody: boolean
}

/** What one does with them: write to them, or take them elsewhere. */
export function Actions({ of, name, query, asked, isNobody }: ActionsProps) {
  const may = useMay()
  const [isExporting, setExporting] = useState(false)
  const clauses = clausesFor(of, query, asked)
  return (
    <>
      {may(createSubscriberExport) && (
        <Button variant="default" disabled={isNobody} onClick={() => setExporting(true)}>
          {words.export.action}
        </Button>
      )}
      {clauses !== null && may(createSegment) && may(createCampaign) && (
        <WriteToThem of={of} name={name} kind={query.kind} clauses={clauses} isNobody={isNobody} />
      )}
      {isExporting && (
        <ExportDialog
          listId={of.listId}
          whom={{
            people: {
              ...query,
              ...('campaignId' in of
                ? { campaign_id: of.campaignId }
                : { autoresponder_id: of.autoresponderId }),
            },
          }}
          words={{
            title: words.export.action,
            explain: words.export.explain,
            submit: words.export.submit,
            back: appWords.cancel,
          }}
          isNobody={isNobody}
          close={() => setExporting(false)}
        />
      )}
    </>
  )
}

type WriteProps = {
  of: Mailing
  name: string
  kind: PeopleQuery['kind']
  clauses: Clause[]
  isNobody: boolean
}

/** Makes the segment, then begins a campaign to it. */
function WriteToThem({ of: { listId }, name, kind, clauses, isNobody }: WriteProps) {
  const at = useInOrganization()
  const zone = useZone()
  const [, go] = useLocation()
  const create = useChange(createSegment, {
    done: ({ id }) => go(at(`/campaigns/new?list=${listId}&segment=${id}`)),
  })
  const make = () => {
    const title = words.write.name(kind, name, instantWithoutZone(new Date(), zone))
    create.mutate({ params: { mailing_list_id: listId }, body: { name: title.slice(0, 255), clauses } })
  }
  return (
    <>
      {create.isError && <Failure error={create.error} />}
      <Button loading={create.isPending} disabled={isNobody} onClick={make}>
        {words.write.action}
      </Button>
    </>
  )
}
