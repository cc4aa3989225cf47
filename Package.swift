// swift-tools-version: 6.2
// The rooms of tomato-notify and who may enter which: docs/ARCHITECTURE.md §2. A target that does not name a
// dependency cannot import it, so this file is the wall that the compiler guards.
import PackageDescription

/// Rooms without C: everything that the compiler can check, it checks.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]
/// The two bridges: every line calls C, so marking each one `unsafe` would mark nothing.
let bridge: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
/// Rooms whose speed nobody feels: they are compiled for size.
let compact: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
/// One thread decides: what does not say otherwise runs on the main thread.
let mainThread: [SwiftSetting] = [.defaultIsolation(MainActor.self)]
let tests: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// The engine's tests let millions of events pass, and Tidy reads each line of the project many times: optimized, they
/// take a quarter of the time also in a debug build.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Release programs carry the Swift runtime. Only in release: these flags would leak into the test bundle.
// GNU's linker links for each program only what it uses, and reads the script that scripts/build.sh gives it.
let small = ["-use-ld=bfd", "-Xlinker", "--gc-sections"]
// Nothing loads libraries into the daemon that look for its names.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic", "-Xlinker",
      "--exclude-libs=ALL",
    ] + small, .when(configuration: .release))
]
// "-s": the symbols of a program that lives for a millisecond cost it a third of that (measured: docs/decisions/0001).
// ArgumentParser brings FoundationEssentials, whose static parts are not linked by themselves.
let staticExecutable: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-executable", "-l_FoundationCollections", "-l_FoundationCShims", "-lswiftSynchronization", "-Xlinker",
      "-s",
    ] + small, .when(configuration: .release))
]

let package = Package(
  name: "tomato-notify",
  products: [
    .executable(name: "tomato-notify", targets: ["tomato-notify"]),
    .executable(name: "tomato-notifyd", targets: ["tomato-notifyd"]),
    .library(name: "LiveActivity", targets: ["LiveActivity"]),
  ],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
  targets: [
    .systemLibrary(name: "CNotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "TomatoLink", swiftSettings: strict),
    // The client's end of the control socket.
    .target(name: "TomatoSocket", dependencies: ["TomatoLink"], swiftSettings: strict),
    // For other packages: neither it nor what it uses may have unsafe flags, or SwiftPM refuses it as a dependency.
    .target(name: "LiveActivity", dependencies: ["TomatoLink", "TomatoSocket"], swiftSettings: strict),
    .target(name: "TomatoEngine", dependencies: ["TomatoLink"], swiftSettings: strict + fast),
    .target(name: "GLibBridge", dependencies: ["CNotify"], swiftSettings: bridge + compact),
    // The second thread's room: no default isolation, so the compiler guards the border to the main thread.
    .target(name: "TomatoIsland", dependencies: ["GLibBridge"], swiftSettings: strict + compact),
    .target(name: "SQLiteBridge", dependencies: ["CSQLite"], swiftSettings: bridge),
    .target(
      name: "TomatoWords", dependencies: ["TomatoLink", "TomatoEngine", "TomatoIsland", "GLibBridge"],
      swiftSettings: strict + compact),
    .target(
      name: "TomatoSettings",
      dependencies: ["TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "GLibBridge"],
      swiftSettings: strict + compact),
    .target(
      name: "TomatoRecord",
      dependencies: ["TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "GLibBridge", "SQLiteBridge"],
      swiftSettings: strict),
    .target(
      name: "TomatoDesktop",
      dependencies: [
        "TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "TomatoSettings", "TomatoRecord", "GLibBridge",
      ],
      swiftSettings: strict + compact + mainThread),
    .target(
      name: "TomatoPrograms",
      dependencies: [
        "TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "TomatoSettings", "TomatoRecord", "TomatoDesktop",
        "GLibBridge", "SQLiteBridge",
      ],
      swiftSettings: strict + compact + mainThread),
    .executableTarget(
      name: "tomato-notifyd",
      dependencies: [
        "TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "TomatoSettings", "TomatoRecord", "TomatoDesktop",
        "TomatoPrograms", "GLibBridge",
      ],
      swiftSettings: strict + compact + mainThread, linkerSettings: staticRuntime),
    .executableTarget(
      name: "tomato-notify",
      dependencies: ["TomatoLink", "TomatoSocket", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: strict + compact + [.unsafeFlags(["-static-executable"], .when(configuration: .release))],
      linkerSettings: staticExecutable),
    .executableTarget(
      name: "engine-bench", dependencies: ["TomatoLink", "TomatoEngine"], path: "Benchmarks/engine-bench",
      swiftSettings: strict),
    .executableTarget(
      name: "live-bench", dependencies: ["LiveActivity"], path: "Benchmarks/live-bench", swiftSettings: strict),
    // What the test targets share: folders, programs, a message bus of their own, a notification server on it, and one
    // limit for every wait.
    .target(
      name: "TestKit", dependencies: ["TomatoLink", "TomatoIsland", "GLibBridge", "CNotify"], path: "Tests/TestKit",
      swiftSettings: tests),
    .testTarget(name: "LinkTests", dependencies: ["TomatoLink", "TestKit"], swiftSettings: tests),
    .testTarget(
      name: "LiveActivityTests", dependencies: ["LiveActivity", "TomatoLink", "TomatoSocket", "TestKit"],
      swiftSettings: tests),
    .testTarget(
      name: "EngineTests", dependencies: ["TomatoLink", "TomatoEngine", "TomatoRecord", "TestKit"],
      swiftSettings: tests + fast),
    .testTarget(
      name: "BridgeTests", dependencies: ["GLibBridge", "SQLiteBridge", "TomatoLink", "CNotify", "TestKit"],
      swiftSettings: tests),
    .testTarget(
      name: "IslandTests", dependencies: ["TomatoIsland", "GLibBridge", "CNotify", "TestKit"], swiftSettings: tests),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "tomato-notifyd", "TomatoPrograms", "TomatoDesktop", "TomatoRecord", "TomatoSettings", "TomatoWords",
        "TomatoLink", "TomatoEngine", "TomatoIsland", "GLibBridge", "SQLiteBridge", "TestKit",
      ],
      exclude: ["Golden", "Databases"], swiftSettings: tests),
    .testTarget(
      name: "CommandTests", dependencies: ["tomato-notify", "TomatoLink", "TomatoSocket", "TestKit"],
      swiftSettings: tests),
    // The built programs from outside: nothing of them is linked in. The engine is the oracle of the kills.
    .testTarget(
      name: "EndToEndTests", dependencies: ["TomatoLink", "TomatoEngine", "SQLiteBridge", "TestKit"],
      swiftSettings: tests),
    .testTarget(name: "DesktopTests", dependencies: ["TomatoLink", "TestKit"], swiftSettings: tests),
    // The style and the walls, as a test over the sources themselves.
    .testTarget(name: "TidyTests", swiftSettings: tests + fast),
  ],
  swiftLanguageModes: [.v6])
