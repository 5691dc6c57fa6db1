"""Our own lists of conditions, treatments and jobs, for attributes that a context alone cannot recognize."""

from __future__ import annotations

from typing import Final


def _terms(text: str) -> frozenset[str]:
    return frozenset(filter(None, (term.strip() for line in text.splitlines() for term in line.split(","))))


CONDITIONS: Final = _terms("""
abdominal pain, abscess, aches, acid reflux, acne, addiction, adhd, aids, alcoholic, alcoholism, allergies,
allergy, als, alzheimer, alzheimer's, alzheimers, amnesia, anaemia, anemia, aneurysm, angina, anorexia, anorexic,
anxiety, anxiety disorder, aphasia, appendicitis, arrhythmia, arthritis, asperger's, aspergers, asthma, asthmatic,
astigmatism, atrial fibrillation, autism, autistic, back pain, bipolar, bipolar disorder, bleeding, blind, blindness,
blood clot, blood clots, blood pressure, bpd, brain injury, brain tumor, brain tumour, breast cancer, broken ankle,
broken arm, broken leg, broken wrist, bronchitis, bulimia, bulimic, burnout, cancer, carcinoma, cardiomyopathy,
carpal tunnel, cataract, cataracts, celiac, celiac disease, cerebral palsy, chest pain, chest pains, chickenpox,
chills, chlamydia, chronic fatigue, chronic pain, cirrhosis, cleft palate, cold sores, colitis, colon cancer,
color blind, colour blind, concussion, confusion, congestive heart failure, conjunctivitis, constipation, copd,
coronary artery disease, cough, covid, covid-19, cramps, crohn's, crohn's disease, crohns, cyst, cystic fibrosis,
cystitis, deaf, deafness, dehydration, delusions, dementia, depressed, depression, dermatitis, developmental delay,
diabetes, diabetes mellitus, diabetic, diarrhea, diarrhoea, difficulty breathing, diverticulitis, dizziness,
down syndrome, down's syndrome, drug addiction, dysentery, dyslexia, dyslexic, dysphagia, dysphoria, dyspnea,
ear infection, eating disorder, eczema, edema, emphysema, endometriosis, epilepsy, epileptic, erectile dysfunction,
fainting, fatigue, fatty liver, fever, fevers, fibroids, fibromyalgia, flu, food poisoning, fracture, fractured hip,
gallstones, gastritis, gastroenteritis, gender dysphoria, gerd, glaucoma, gonorrhea, gout, graves' disease, hair loss,
hallucinations, hay fever, headache, headaches, hearing loss, heart attack, heart condition, heart disease,
heart failure, heart murmur, heart problems, heartburn, heavy periods, hemophilia, hemorrhoids, hepatitis,
hepatitis b, hepatitis c, hernia, herniated disc, herpes, high blood pressure, high cholesterol, hiv, hiv positive,
hives, hodgkin's lymphoma, hpv, huntington's disease, hypertension, hyperthyroidism, hypoglycemia, hypotension,
hypothyroidism, ibs, incontinence, infarction, infection, infertile, infertility, influenza, injury, insomnia,
insulin resistance, irritable bowel syndrome, itching, jaundice, joint pain, kidney disease, kidney failure,
kidney stones, knee pain, lactose intolerance, lactose intolerant, learning disability, leukemia, liver disease,
long covid, loss of appetite, low back pain, lower back pain, lung cancer, lupus, lyme disease, lymphoma,
macular degeneration, malaria, manic episodes, mastitis, measles, melanoma, memory loss, meningitis, menopause,
menstrual cramps, mental illness, migraine, migraines, miscarriage, mono, mononucleosis, morning sickness,
motor neurone disease, multiple sclerosis, mumps, muscle weakness, muscular dystrophy, myocardial infarction,
narcolepsy, nausea, nearsighted, neck pain, neuropathy, night sweats, nosebleeds, numbness, obese, obesity,
obsessive compulsive disorder, ocd, osteoarthritis, osteoporosis, ovarian cancer, overdose, overweight, palpitations,
pancreatic cancer, pancreatitis, panic attack, panic attacks, panic disorder, paralysis, paralyzed, paranoia,
paraplegic, parkinson's, parkinson's disease, parkinsons, pcos, peanut allergy, pneumonia, polio, polyps,
postpartum depression, ppd, preeclampsia, pregnant, prostate cancer, psoriasis, psychosis, ptsd, pulmonary embolism,
quadriplegic, rash, rashes, reflux, renal failure, respiratory infection, rheumatoid arthritis, rosacea, runny nose,
scarlet fever, schizophrenia, schizophrenic, sciatica, scoliosis, seasonal affective disorder, seizure, seizures,
sepsis, shingles, short of breath, shortness of breath, sickle cell, sickle cell anemia, sinusitis, skin cancer,
sleep apnea, sleep apnoea, social anxiety, sore throat, spina bifida, std, sti, stomach ache, stomach pain,
stomach ulcer, strep throat, stress, stroke, stutter, substance abuse, suicidal, suicidal thoughts, sweating,
swelling, syphilis, tachycardia, tendonitis, testicular cancer, thyroid problems, tingling, tinnitus, tonsillitis,
toothache, torn acl, tourette's, trauma, tremor, tremors, tuberculosis, tumor, tumors, tumour, type 1 diabetes,
type 2 diabetes, type 2 diabetes mellitus, type one diabetes, type two diabetes, ulcer, ulcerative colitis, ulcers,
urinary tract infection, urinary tract infections, uti, utis, vertigo, vitiligo, vomiting, weakness, weight gain,
weight loss, wheezing, whiplash, whooping cough, yeast infection
""")
TREATMENTS: Final = _terms("""
abilify, abortion, accutane, acetaminophen, acupuncture, adderall, advair, advil, albuterol, allopurinol, alprazolam,
amitriptyline, amlodipine, amoxicillin, amputation, angioplasty, antibiotics, antidepressant, antidepressants,
antihistamines, antipsychotics, apixaban, appendectomy, aspirin, atenolol, ativan, atorvastatin, azithromycin,
benadryl, benzodiazepines, beta blockers, biopsy, birth control, birth control pills, blood pressure medication,
blood thinners, blood transfusion, botox, brain surgery, buprenorphine, bupropion, bypass surgery, c-section,
caesarean, cannabis, cat scan, cbt, celexa, chemo, chemotherapy, cialis, ciprofloxacin, citalopram, clonazepam,
clopidogrel, clozapine, codeine, colonoscopy, concerta, corticosteroids, ct scan, cymbalta, dexamethasone, dialysis,
diazepam, digoxin, dupixent, effexor, eliquis, enalapril, epipen, escitalopram, estrogen, fentanyl, finasteride,
fluoxetine, fosfomycin, furosemide, gabapentin, gastric bypass, gender reassignment surgery, group therapy,
heart surgery, heart transplant, heparin, heroin, hip replacement, hormone replacement therapy, hormone therapy, hrt,
humira, hydrochlorothiazide, hydrocodone, hydroxychloroquine, hysterectomy, ibuprofen, immunotherapy, inhaler,
insulin, iron supplements, iud, ivf, keppra, ketamine, kidney transplant, klonopin, knee replacement, knee surgery,
lamotrigine, laparoscopy, lasik, levothyroxine, lexapro, lipitor, lisinopril, lithium, liver transplant, loratadine,
lorazepam, losartan, lyrica, mastectomy, medication, medications, melatonin, metformin, methadone, methotrexate,
methylphenidate, metoprolol, mirtazapine, morphine, mounjaro, mri, naloxone, naproxen, nexium, nitroglycerin,
olanzapine, omeprazole, open heart surgery, oral contraceptives, oxycodone, oxycontin, ozempic, pacemaker,
painkillers, pantoprazole, paracetamol, paroxetine, paxil, penicillin, percocet, physical therapy, physiotherapy,
plavix, prednisolone, prednisone, pregabalin, propranolol, prozac, psychotherapy, quetiapine, radiation,
radiation therapy, radiotherapy, ramipril, rehab, risperidone, ritalin, rosuvastatin, semaglutide, seroquel,
sertraline, sildenafil, simvastatin, sleeping pills, spironolactone, ssri, ssris, statins, stent, steroids, strattera,
suboxone, sulfasalazine, sumatriptan, surgery, synthroid, tamoxifen, testosterone, therapy, topiramate, tramadol,
transplant, trazodone, tylenol, valium, valproate, vasectomy, venlafaxine, ventolin, viagra, vicodin, vyvanse,
warfarin, wegovy, wellbutrin, wheelchair, xanax, xarelto, zofran, zoloft, zyprexa, zyrtec
""")
# Last words of job names.
JOBS: Final = _terms("""
accountant, actor, actress, actuary, administrator, adviser, advisor, agent, aide, analyst, animator, anthropologist,
apprentice, archaeologist, architect, artist, assistant, associate, astronaut, astronomer, athlete, attendant,
attorney, au pair, auditor, author, baker, banker, barber, barista, bartender, beautician, biologist, blacksmith,
blogger, bookkeeper, boss, botanist, bricklayer, broker, builder, bus driver, butcher, buyer, captain, cardiologist,
caregiver, carer, caretaker, carpenter, cashier, caterer, ceo, cfo, chairman, chairwoman, chauffeur, chef, chemist,
cleaner, clerk, clinician, coach, comedian, composer, conductor, constable, consultant, contractor, controller, cook,
coordinator, cop, copywriter, councillor, counsellor, counselor, courier, crna, cto, curator, dancer, dean, dentist,
deputy, dermatologist, designer, detective, developer, dietitian, diplomat, director, dispatcher, dj, doctor, driver,
ecologist, economist, editor, electrician, engineer, entrepreneur, estimator, executive, farmer, filmmaker,
firefighter, fisherman, fitter, florist, foreman, founder, freelancer, gardener, geographer, geologist, governor,
guard, guide, guitarist, gynecologist, hairdresser, handyman, headmaster, historian, housekeeper, housewife,
hygienist, illustrator, inspector, instructor, intern, interpreter, investigator, investor, janitor, jeweler,
journalist, judge, laborer, labourer, landlord, landscaper, lawyer, lecturer, librarian, lifeguard, linguist,
lobbyist, locksmith, machinist, maid, manager, marketer, masseuse, mathematician, mayor, mechanic, merchant,
meteorologist, midwife, miner, minister, model, musician, nanny, neurologist, novelist, nun, nurse, nutritionist,
officer, oncologist, operator, optician, optometrist, orderly, owner, painter, paralegal, paramedic, pastor,
pathologist, pediatrician, performer, pharmacist, philosopher, photographer, physician, physicist, physiotherapist,
pianist, pilot, plumber, podiatrist, poet, policeman, policewoman, politician, porter, postman, president, priest,
principal, producer, professor, programmer, prosecutor, psychiatrist, psychologist, psychotherapist, publicist,
publisher, rabbi, radiographer, radiologist, ranger, realtor, receptionist, recruiter, referee, registrar, reporter,
representative, researcher, roofer, sailor, salesman, salesperson, saleswoman, scholar, scientist, sculptor,
seamstress, secretary, senator, sergeant, server, sex worker, shopkeeper, singer, sociologist, soldier, solicitor,
songwriter, specialist, statistician, stewardess, stockbroker, strategist, streamer, student, superintendent,
supervisor, surgeon, surveyor, tailor, teacher, technician, technologist, teller, therapist, trader, trainee, trainer,
translator, treasurer, trucker, tutor, undertaker, underwriter, urologist, usher, vet, veterinarian, vp, waiter,
waitress, warden, warehouseman, watchmaker, weaver, welder, worker, writer, youtuber, zoologist
""")
