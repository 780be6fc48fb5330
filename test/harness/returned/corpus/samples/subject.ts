/** Of the campaign that the samples are about. */
export const sampleSubject = 'Spring sale'
export const sampleQuestion = 'User unknown? How to find customers'
