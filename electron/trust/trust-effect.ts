/** What trusting a certificate means, for the question before it. */
export const trustEffect = 'Whoever holds that certificate’s key can read and change what is sent.'
