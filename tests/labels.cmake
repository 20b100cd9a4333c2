# Tests with a label: `ctest -L draws` runs those of one, `ctest -LE slow` all but those. One of Google Test's patterns a
# line, for each folder.

# Draw with OpenGL. Mesa's drivers leak a few hundred bytes and are unloaded before the leaks are counted, so that they
# cannot be told by name: under the sanitizers (.ci/run) these are watched for everything else.
set(draws_render *)
set(draws_viewer *)
set(draws_cli
    Render.*
    View*.*
    Compare.*
    SceneView.*
    DecomposeCommand.DrawsTheHulls*
    Export.TakesTexturesAlong*)
set(draws_house Manual.TheTutorialDoes*)

# Take five seconds or more under the sanitizers, six times as long as in release, and are left out there (.ci/run). Other
# tests run the same code on less.
set(slow_calendar
    ChordSeams.OfLevelTilesAreNotFelt
    ChordSeams.OfOneBodyAreNotFelt
    Columns.LoseNoTime*
    Columns.SlideAsFarAsTheirVelocitiesTakeThem
    Heap.CollapsesWithoutBeingRepairedForEver
    Heap.ComesToRestToRounding
    Heap.FallsWithoutWinningEnergy*
    Heap.IsTheSameForTwoThreadsAndFromASnapshot
    HostMode.ChangesNoBitOfAWorld
    Locked.ABallThatMayOnlyTurnMakesNoEnergyBesideAStone
    Locked.NoKinematicBodyGoesThroughABoxWhateverIsLocked
    Motors.APressedPileDoesNotExplode
    Motors.WhatIsPushedAndLiftedIsWaitedForByNobody
    PairQuery.ABodyOfManyShapesMeetsASurface*
    Places.ComingsAndGoings*
    Places.FortyThousand*
    Plastic.HitsDoNotComeBackWheneverTheyMeet
    Rows.ComeBackFromAWallAsTheyCame
    Rows.SendOffAsManyAsSwingIn
    Seams.AreCrossedAtACrawl
    Seams.AreNotFeltWithAnySkin
    Seams.OfLevelTilesAreNotFelt
    Sensors.VisitsOfSpinningCubesAgreeWithDenseSampling
    SettingApart.APyramidOnTheGround*
    Sleep.AHeapFallsAsleepAndABallWakesIt
    Sleep.HoldsWhateverIsDone
    Sleep.TheSameBitsForTwoThreadsAndFromASnapshot
    Sleep.WhatRocksIsAtRestSoon
    SmoothBody.ACrowdOfAllKindsStaysApart
    Squeeze.NothingFliesThroughAPressThatWaits
    Surface.BodiesComeToRestOnHillsOfManyTriangles)
set(slow_decomposition
    Clearance.MeasuresWhatAnOpenMeshDoesNotWindAround
    Decompose.ATimeBudgetIsNotOverdrawn
    Decompose.CoversADenseRing
    Decompose.CoversARingAndKeepsItsHoleOpen
    Decompose.CoversModels
    Decompose.HullsOfAnOpenMesh*
    Decompose.KeepsASmallTolerance
    Decompose.KeepsFewVertices
    Decompose.ReachesFewerHulls*
    Decompose.TheVersionIsRaised*
    DecompositionMass.OfAnOpenModelIsThatOfTheHullsUnion
    Sheets/*/CornersByTheHundred
    StoppedDecomposition.IsWorthTheTimeItHad
    StoppedDecomposition.JoinsAsLongAsItMay
    StoppedDecomposition.KeepsTheHullsOfThePartsAsTheyAre)
set(slow_lab
    Lab.ATornLineIsRunAgain
    Lab.Killed*
    Lab.ThreeShards*
    LabOverRanks.*)
set(slow_narrowphase
    TriangleQuery.NoImpactIsLateEarlyOrMissed
    WideQueries.AreAnswered*)
set(slow_scene
    DecompositionCache.SharedByManyAtOnceItStaysWhole
    Energy.OfACapsuleThatLandsWhirlingNeverGrows
    MeshLoading.HullsThatFillAllThatIsConcaveAreNotMadeFinerInVain
    MeshLoading.OnlyTheBodyWhoseHullsReachIntoTheOtherIsMadeFiner
    Once/ChordMedley.*/held_up_where_it_ends_early
    Once/Medley.*/held_up_where_it_ends_early
    Once/Medley.*/lifted_for_nothing
    Once/Medley.*/owes_without_restitution
    Once/Medley.*/trapped_in_a_column
    Oracle/Tunnelling.*/plates
    Repository/*/concave_*
    Repository/*/contact_wall_hit
    Repository/*/issues_seam_at_a_crawl
    Repository/*/rest_kapla_102
    Repository/*/thesis_demo
    StateBytes.NumbersBeyondAllWorldsAreRefusedHere)
set(slow_verify
    Data/ChordRuns.*/seventy_boxes
    PairProof.AgreesWithALookAtThousandsOfInstants
    PairProof.OfOneAmongAHundredShapesOverlooksNone
    Verify.ProvesAHeapToTheLastImpulse
    Verify.SaysTheSameForAnyNumberOfThreads
    VerifySmooth.AWiderWheelIsRefuted
    Whirl.RunsOfWhatWhirlsAreProvedAtAnySpin)
set(slow_viewer WindowPictures.ScenesLookAsTheyDidToAPerson)

# Ask how long something waits, or click where a list opens at that moment: nothing else runs meanwhile.
set(alone_viewer
    WindowKeys.EveryButtonDoesWhatItSays
    WindowTest.NoFrameWaitsForAStep)

# The tests of `program`, each once: what is slow, what draws (and is left alone), all else.
function(discover_labelled_tests program station)
  list(JOIN slow_${station} ":" slow)
  list(JOIN draws_${station} ":" draws)
  list(JOIN alone_${station} ":" alone)
  discover_tests(${program} ${station} "*-${slow}:${draws}")
  if(draws)
    discover_tests(${program} ${station} "${draws}-${slow}:${alone}" LABELS draws)
  endif()
  if(alone)
    discover_tests(${program} ${station} "${alone}" LABELS draws RUN_SERIAL TRUE)
  endif()
  if(slow)
    discover_tests(${program} ${station} "${slow}" LABELS slow)
  endif()
endfunction()

# discover_tests(PROGRAM STATION FILTER [PROPERTY VALUE]...)
function(discover_tests program station filter)
  gtest_discover_tests(
    ${program}
    TEST_PREFIX "${station}."
    TEST_FILTER "${filter}"
    DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 600 ${ARGN})
endfunction()
